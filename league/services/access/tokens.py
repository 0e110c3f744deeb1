"""Secrets of links: 256 random bits, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What the database keeps. The token is random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()
