"""What nobody named when rules were stored is named now, so that no later default changes old ratings."""

from django.db import migrations

# the defaults by which these leagues have been rated so far
BY_SYSTEM = {
    "elo": {
        "k": 32,
        "initial": 1500,
        "scale": 400,
        "expectation": "logistic",
        "difference_cap": None,
        "home_advantage": 0,
        "margin": "none",
        "floor": None,
        "rounding": "none",
        "provisional_games": 0,
        "carryover": None,
    },
    "fide": {
        "list": "standard",
        "k": "fide",
        "floor": "fide",
        "initial": None,
        "provisional_games": 0,
        "openings": "own",
    },
    "glicko2": {
        "tau": 0.5,
        "initial": 1500,
        "initial_deviation": 350,
        "initial_volatility": 0.06,
        "period_days": None,
        "skip_deviation_increase": False,
        "min_deviation": 0,
        "max_deviation": None,
        "max_volatility": None,
        "floor": None,
        "ceiling": None,
        "max_change": None,
        "provisional_deviation": 110,
    },
}


def name_everything(apps, schema_editor):
    for rules in apps.get_model("league", "RatingRules").objects.select_related("league"):
        rules.parameters = {**BY_SYSTEM[rules.league.system], **rules.parameters}
        rules.save(update_fields=["parameters"])


class Migration(migrations.Migration):
    dependencies = [("league", "0007_distinction_default")]
    operations = [migrations.RunPython(name_everything, migrations.RunPython.noop)]
