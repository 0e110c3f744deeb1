"""Frames for a club's own web site: a leaderboard, a player, a rating line, the calculators; and the text to copy.

A frame is for strangers, whoever sends the request: it reads no session and no cookie, and sets none. Only these
answers may be framed by other sites.
"""
