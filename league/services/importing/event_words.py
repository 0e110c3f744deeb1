"""Words for what the readers of event files find: reports, PGN, tables of events."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

# %(text)s is the cell as the file has it
CELLS = {
    "player_twice": _("“%(text)s” stands with two players: %(one)s and %(other)s."),
    "name_missing": _("Player %(text)s has no name in this file."),
    "number_unknown": _("“%(text)s” is no starting number. Accepted: %(accepted)s."),
    "own_opponent": _("“%(text)s”: player %(player)s cannot meet player %(opponent)s."),
    "opponent_unknown": _("“%(text)s”: there is no player %(opponent)s."),
    "side_missing": _(
        "“%(text)s”: player %(player)s met player %(opponent)s in round %(round)s, whose row says nothing of it."
    ),
    "pairing_differs": _(
        "“%(text)s”: player %(player)s met player %(opponent)s in round %(round)s, whose row says “%(other)s”."
    ),
    "sides_differ": _(
        "“%(text)s” and “%(other)s” do not fit together: players %(player)s and %(opponent)s, round %(round)s."
    ),
    "colours_same": _("Both sides have the same colour here: which of the two is not known."),
    "points_differ": _("%(name)s has %(text)s points here, but the results make %(counted)s."),
    "points_unknown": _("“%(text)s” is no number of points."),
    "record_unknown": _("“%(text)s” is no record of a report, though a player stands in it. Accepted: %(accepted)s."),
    "block": _(
        "“%(text)s” is no result of a round: opponent, colour and result have columns of their own. Accepted:"
        " “%(accepted)s”."
    ),
    "colour_unknown": _("“%(text)s” has no colour. Accepted: %(accepted)s."),
    "code_unknown": _("“%(text)s” has no result. Accepted: %(accepted)s."),
    "cell_unknown": _("“%(text)s” is no result of a cross table. Accepted: %(accepted)s."),
    "matrix_differs": _("“%(text)s” and “%(other)s” do not fit together: %(player)s and %(opponent)s."),
    "line_unknown": _("“%(text)s” begins no line of this format. Accepted: %(accepted)s."),
    "round_twice": _("Player %(player)s has two games in round %(round)s."),
    "player_unknown": _("“%(text)s” is nobody: the game has a result, but not two names."),
    "day_missing": _("The file has no date for this game: give one (--date)."),
}
NOTES = {
    "colour_missing": _("%(times)d games have no colours in the file: the one who stands first is given White."),
    "colours_same": _("%(times)d games that were not played have the same colour on both sides."),
    "colour_letters": _("The letters of the colours are unknown (%(text)s): who stands first is given White."),
    "rounds_assumed": _("The table says neither rounds nor colours: both are those of the Berger tables."),
    "scoring": _("Points are counted otherwise in this event (%(text)s); the results are taken as they are."),
    "bye_from_points": _("%(name)s: the points (%(text)s) show a bye in round %(rounds)s, where the file has nothing."),
    "record_ignored": _("Record %(text)s is unknown and left out."),
    "columns_in_bytes": _("The columns of this report are counted in bytes; it was read like that."),
    "teams": _("This is a report of a team event: the games of its players are taken, one by one."),
    "ends_before_start": _("The last day (%(text)s) is before the first (%(start)s): it is left out."),
    "round_days": _("The days of the rounds fit the event in no order and are left out: %(text)s."),
    "points_unknown": _("“%(text)s” is no number of points; they are left out."),
    "birth_year": _("“%(text)s” has no year of birth; it is left out."),
    "number": _("“%(text)s” is no rating; it is left out."),
    "day_unknown": _("“%(text)s” is no date; it is left out."),
    "day_partial": _("“%(text)s” is no whole date."),
    "day_impossible": _("“%(text)s” is impossible: there is no such day."),
    "day_of_start": _(
        "%(times)d games have no day of their own: they are dated on the first day of the event, %(text)s."
    ),
    "comment_open": _("A comment is opened and never closed; it was ended at the next game."),
    "tag_twice": _("The tag is there twice (“%(other)s”, “%(text)s”); the first counts."),
    "result_contradiction": _("The result tag says %(text)s, the end of the moves %(taken)s, which is taken."),
    "result_mate": _("The result is written as %(text)s, but the moves end in mate: %(taken)s is taken."),
    "no_moves": _(
        "%(times)d games have a result (%(text)s) and no moves, beside games with moves: they are taken as not played."
    ),
    "variant": _("%(times)d games are of a variant (%(text)s)."),
    "player_unknown": _("%(times)d games without names and result are left out."),
    "same_player": _("%(text)s is on both sides of a game without a result; it is left out."),
    "game_repeated": _("%(times)d games of %(text)s are in the file twice, move by move; each counts once."),
    "name_missing": _("Player %(text)s has neither a name nor a game in this file and is left out."),
    "other_sheets": _("Only the sheet %(sheet)s was read; there are others: %(text)s."),
}
FILES = {
    "format": _("The format %(format)s cannot be read here. Supported: csv, xlsx, trf, pgn."),
    "not_format": _("This file is no %(format)s file."),
    "damaged": _("This %(kind)s file is damaged: open it and save it again."),
    "encrypted": _("This %(kind)s file is protected by a password: save it without one."),
    "zip_bomb": _("This file unpacks to %(size)d MB; at most %(limit)d MB are taken."),
    "zip_members": _("This file has %(members)d parts; at most %(limit)d are taken."),
    "too_many_rows": _("The file has too many rows: at most %(limit)d are taken."),
    "too_wide": _("The table has too many columns: at most %(limit)d are taken."),
    "sheet": _("There is no sheet “%(sheet)s”. There are: %(found)s."),
    "no_players": _("There are no players in this file."),
    "no_games": _('There are no games in this file: a PGN file has tags like [White "..."] before each game.'),
    "no_layout": _("No table of players and rounds was found in this file."),
    "players_only": _("This is a list of players, without results: import it with import_players."),
    "teams": _("“%(text)s” is the result of a team match: not results of single games, which alone can be rated."),
    "sums": _("“%(text)s” is the sum of several games: not the result of a single game, which alone can be rated."),
}
