"""Real events through the public commands alone: the file in, the period closed, the printed numbers out."""

import csv
import io
import json

import pytest
from django.core.management import call_command

from league.models import EventEntry, League
from ratings.models import RatingChange

pytestmark = pytest.mark.django_db


def run(*words, **options):
    out = io.StringIO()
    call_command(*words, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def closed(path, month):
    run("open_periods", path, monthly=[month, month])
    run("close_period", path, month)
    club, slug = path.split("/")
    return League.objects.get(club__slug=club, slug=slug)


@pytest.mark.parametrize("file", ["sample_rr12_trf16.trf", "sample_rr12_trf26.trf"])
def test_event_rr12_from_its_report(shared, file):
    """FIDE's printed sums of 12 players (EVENT-RR12): by the preset, from the report's own ratings, K 10 for all."""
    cases = json.loads((shared / "golden" / "rating-cases.json").read_text(encoding="utf-8"))["cases"]
    printed = next(case["expected"] for case in cases if case["id"] == "EVENT-RR12")
    run("create_league", "rr/standard", preset="fide-standard")
    run("import_results", "rr/standard", str(shared / "data" / "trf" / file), create_players=True)
    league = closed("rr/standard", "2025-10")
    parts, sums = {}, {}
    for row in RatingChange.objects.filter(league=league, cause="game").select_related("player"):
        number = f"P{int(row.player.name.split()[-1].split(',')[-1])}"
        parts[number] = parts.get(number, 0) + round(100 * (row.halves / 2 - row.expected))
        sums[number] = round(sums.get(number, 0) + row.change, 9)
    assert parts == {number: round(100 * value) for number, value in printed["sum_delta_r"].items()}
    assert sums == pytest.approx(printed["k_times_sum"], abs=1e-9)
    assert EventEntry.objects.filter(event__league=league, title="GM").count() == 12
    listed = dict(RatingChange.objects.filter(league=league, cause="period").values_list("player__name", "closing"))
    elsewhere = printed["other_event_same_period"]
    for name, closing in listed.items():
        number = f"P{int(name.split()[-1].split(',')[-1])}"
        if not elsewhere.get(number):
            assert closing == printed["rating_next_list"][number], number


def test_a_russian_club_cup_goes_the_published_way(shared, tmp_path):
    """Approximate by the file's own word: K inferred, some played elsewhere too. 9 of 14 within 1."""
    with (shared / "data/ratings/ru_national_2025-09_before_after.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    people = tmp_path / "people.csv"
    with people.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("name", "rating"))
        writer.writerows((row["name"], row["national_before"]) for row in rows)
    tiers = [{"k": 60, "rating_below": 1200}, {"k": 50, "rating_below": 1400}, {"k": 40, "rating_below": 1600}]
    rules = [f"k={json.dumps([*tiers, {'k': 30}])}", "expectation=fide_table", "difference_cap=400"]
    run(
        "create_league",
        "ru/national",
        system="elo",
        mode="period",
        parameters=[*rules, "rounding=integer", "floor=1000"],
    )
    run("import_players", "ru", str(people))
    cards = shared / "data/club/ru_cup_2025-09_cards_utf8.csv"
    run("import_results", "ru/national", str(cards), event="Cup", date="2025-09-10", create_players=True)
    league = closed("ru/national", "2025-09")
    reached = dict(RatingChange.objects.filter(league=league, cause="period").values_list("player__name", "closing"))
    after = {row["name"]: int(row["national_after"]) for row in rows if row["national_after"]}
    before = {row["name"]: int(row["national_before"]) for row in rows}
    apart = {name: abs(reached[name] - value) for name, value in after.items() if name in reached}
    assert len(apart) == 14
    assert sum(points <= 1 for points in apart.values()) == 9
    moved = [name for name in apart if abs(after[name] - before[name]) > 10]
    otherwise = [name for name in moved if (reached[name] > before[name]) != (after[name] > before[name])]
    assert [before[name] for name in otherwise] == [1049]  # 1122 after: the points were won elsewhere
