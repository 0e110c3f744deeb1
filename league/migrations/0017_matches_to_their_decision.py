"""Matches are rated as FIDE's regulations say (B.02 6): not with an unrated player, not after their decision.

The number of rounds of a match that was played before may have been counted from a file, and not be what the match
was over: there all games stay rated, until somebody says otherwise in the event's form.
"""

from django.db import migrations, models
from django.db.models import Min


def keep_what_was_rated(apps, schema_editor):
    events, games, leagues = (apps.get_model("league", name) for name in ("Event", "Game", "League"))
    played = games.objects.filter(event__kind="match")
    counted = events.objects.filter(kind="match", rounds__isnull=False, pk__in=played.values("event"))
    counted.update(rated_after_decision=True)
    for league in leagues.objects.filter(system="fide", rated_at__isnull=False):
        source = league.games_from_id or league.pk
        first = played.filter(league=source).aggregate(day=Min("played_on"))["day"]
        if first is not None:
            league.stale_since = min(filter(None, (league.stale_since, first)))
            league.stale_reason = "matches"
            league.version += 1
            league.save(update_fields=["stale_since", "stale_reason", "version"])


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0016_title_norms'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='rated_after_decision',
            field=models.BooleanField(db_default=False, default=False, verbose_name='match of which all games are rated, as agreed beforehand'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'match'), ('rated_after_decision', False), _connector='OR'), name='event_agreed_match'),
        ),
        migrations.RunPython(keep_what_was_rated, migrations.RunPython.noop),
    ]
