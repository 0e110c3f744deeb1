"""What the rating services refuse."""


class CannotRate(Exception):
    """A step that the state of the league does not allow; the message is for people."""
