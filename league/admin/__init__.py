"""The admin site over the facts: it asks, the services write."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from . import people, play, rules

__all__ = ["people", "play", "rules"]

admin.site.site_header = _("Arpad: the facts and what follows from them")
admin.site.site_title = "Arpad"
admin.site.index_title = _("What is stored")
