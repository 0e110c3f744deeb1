"""What a page tells: secrets are found in it as words, never by chance inside a longer number, a hash or a nonce."""

import re


def told_secrets(text: str, secrets) -> list[str]:
    """Those of the secrets that the text tells.

    A short code or a number counts only where it stands by itself: four digits lie in some hash, nonce or long
    fraction of every other page, and would accuse it on some days only. A word is found inside others, too.
    """
    return [each for each in secrets if _pattern(each).search(text)]


def _pattern(secret: str) -> re.Pattern[str]:
    if len(secret) > 4 and not secret.isdigit():
        return re.compile(re.escape(secret))
    return re.compile(rf"(?<![A-Za-z0-9_.+/]){re.escape(secret)}(?![A-Za-z0-9_+/=])")
