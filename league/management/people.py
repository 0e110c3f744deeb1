"""What commands about people say: a preview over every league."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.services.people import PeoplePreview

from .base import ServiceCommand, preview_text


def say_preview(command: ServiceCommand, preview: PeoplePreview) -> None:
    """Who would move, league by league."""
    texts = [f"{each.league.path}\n{preview_text(each)}" for each in preview.moving]
    data = {each.league.path: each.as_data() for each in preview.leagues}
    command.say("\n\n".join(texts) or _("No rating moves."), {"dry_run": True, "leagues": data})
