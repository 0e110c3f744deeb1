"""PostgreSQL: the log in parts. All leagues share the part "rest"; a big one gets a part of its own when it is next
rated as a whole (``ratings.ledger.apart``). No row is moved here."""

from django.db import migrations

TABLE = "ratings_ratingchange"
REST = f"{TABLE}_rest"

DIVIDE = f"""
ALTER TABLE {TABLE} RENAME TO {REST};
ALTER TABLE {REST} RENAME CONSTRAINT {TABLE}_pkey TO {REST}_pkey;
ALTER INDEX change_history RENAME TO change_history_rest;
CREATE TABLE {TABLE} (LIKE {REST} INCLUDING DEFAULTS) PARTITION BY RANGE (id);
ALTER TABLE {TABLE} ADD CONSTRAINT {TABLE}_pkey PRIMARY KEY (id);
CREATE INDEX change_history ON {TABLE} (player_id, league_id, day);
ALTER TABLE {TABLE} ATTACH PARTITION {REST} DEFAULT;
"""

JOIN = f"""
CREATE TABLE {TABLE}_whole (LIKE {TABLE} INCLUDING DEFAULTS) WITH (fillfactor = 50);
INSERT INTO {TABLE}_whole SELECT * FROM {TABLE};
DROP TABLE {TABLE};
ALTER TABLE {TABLE}_whole RENAME TO {TABLE};
ALTER TABLE {TABLE} ADD CONSTRAINT {TABLE}_pkey PRIMARY KEY (id);
CREATE INDEX change_history ON {TABLE} (player_id, league_id, day);
"""


def divide(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DIVIDE)


def join(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(JOIN)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0006_room_for_changed_rows")]

    operations = [migrations.RunPython(divide, join, elidable=False)]
