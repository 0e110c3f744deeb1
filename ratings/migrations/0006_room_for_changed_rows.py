"""Half of each page of the log stays free on PostgreSQL: a changed row then stays on its page, and no index
has to be written. Rows written from now on have it; others are as quick as before."""

from django.db import migrations


def leave_room(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ratings_ratingchange SET (fillfactor = 50)")


def fill(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ratings_ratingchange RESET (fillfactor)")


class Migration(migrations.Migration):
    dependencies = [("ratings", "0005_statistics")]

    operations = [migrations.RunPython(leave_room, fill, elidable=False)]
