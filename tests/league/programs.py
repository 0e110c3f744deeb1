"""A program that writes through the API: its token, and the shortest way to send something."""

from __future__ import annotations

from league.models import Club
from league.permissions import Scope
from league.services.access import make_token


class Program:
    def __init__(self, client, club: Club, *scopes: Scope, name: str = "web site"):
        self.client = client
        self.token, self.secret = make_token(club=club, name=name, scopes=scopes or list(Scope))

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}", **({"Idempotency-Key": key} if key else {})}

    def get(self, address: str, **query):
        return self.client.get(f"/api/v1/clubs/{address}", query, headers=self._headers(""))

    def post(self, address: str, key: str = "", **given):
        return self.client.post(
            f"/api/v1/clubs/{address}", given, content_type="application/json", headers=self._headers(key)
        )

    def patch(self, address: str, key: str = "", **given):
        return self.client.patch(
            f"/api/v1/clubs/{address}", given, content_type="application/json", headers=self._headers(key)
        )

    def send(self, address: str, key: str = "", **given):
        """Files: multipart, as forms send them."""
        return self.client.post(f"/api/v1/clubs/{address}", given, headers=self._headers(key))
