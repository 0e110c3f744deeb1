"""An event out of the league as a report or PGN, and in again: nothing is different (BR-070, BR-071)."""

from datetime import date, timedelta

import pytest
from django.core.management import CommandError, call_command

from league.formats.detect import detect, read_event
from league.models import Bye, Event, Game
from league.services import events, planning
from league.services.errors import Refused
from league.services.event_files import event_file, find_event, report_of
from league.services.importing import ResultsOptions, SourceFile, commit_results, plan_results
from ratings.boards.standings import standings
from tests.formats.reports import independent, rated

from .roles import member
from .scene import DAY, Scene
from .test_import_events import winter

OPTIONS = ResultsOptions(create_players=True, event="Event", day=date(2025, 12, 1))
VERSIONS = ("TRF16", "TRF26")


@pytest.fixture
def scene(db):
    return Scene(k=20, players=())


def take(scene, data, league=None):
    league = league or scene.league
    league.refresh_from_db()
    plan = plan_results(league=league, files=[SourceFile("event.trf", data)], options=OPTIONS)
    assert not plan.problems, [problem.line() for problem in plan.problems]
    commit_results(plan=plan)
    return plan


def facts(event):
    """All that a league keeps of an event."""
    games = Game.objects.filter(event=event).order_by("round", "white__name")
    byes = Bye.objects.filter(event=event).order_by("round", "player__name")
    entries = event.entries.order_by("number")
    return (
        list(games.values_list("round", "played_on", "white__name", "black__name", "outcome")),
        list(byes.values_list("round", "player__name", "kind", "halves")),
        list(entries.values_list("number", "player__name", "rating", "title", "federation")),
        (event.name, event.site, event.starts_on, event.ends_on, event.base_minutes, event.increment_seconds),
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_a_report_written_from_the_league_changes_nothing_in_it(scene, version):
    take(scene, winter())
    data = report_of(event_file(Event.objects.get()), version)
    assert not take(scene, data).changes


@pytest.mark.parametrize("version", VERSIONS)
def test_a_report_written_from_the_league_makes_the_same_event_in_another(scene, version):
    take(scene, winter())
    first = Event.objects.get()
    other = scene.add_league("other")
    take(scene, report_of(event_file(first), version), other)
    assert facts(Event.objects.get(league=other)) == facts(first)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "name",
    ["javafo_quickgames_46p_10r.trf", "gros_2010_in_progress_52p.trf", "karl_mala_2005_284p.trf",
     "valid_forfeits_12p.tab", "lichess_swiss_2020_05_29_13p.trf", "sample_rr12_trf26.trf",
     "derived_ru_cup_2025-09_utf8.trf", "bunratty_minor_2011_103p.tab"],
)  # fmt: skip
def test_real_reports_in_out_and_in_again(scene, shared, name, version):
    take(scene, (shared / "data" / "trf" / name).read_bytes())
    event = event_file(Event.objects.get())
    data = report_of(event, version)
    assert independent(data) == (0, rated(event))
    assert not read_event(detect(data)).faults
    assert not take(scene, data).changes


def test_an_event_of_the_league_itself_gets_numbers_and_rounds(db):
    scene = Scene(k=20)
    event = Event.objects.create(league=scene.league, name="Evening", starts_on=DAY, ends_on=DAY)
    for white, black, outcome in (("anna", "bartek", "1-0"), ("celina", "dawid", "="), ("anna", "celina", "0-1")):
        scene.play(white, black, outcome, event=event)
    scene.play("dawid", "bartek", "1-0", event=event, status="pending")
    made = event_file(event)
    assert [(p.number, p.name) for p in made.players] == [(1, "Anna"), (2, "Bartek"), (3, "Celina"), (4, "Dawid")]
    assert [game[1:6] for game in made.games] == [
        (1, None, 1, 2, "1-0"), (1, None, 3, 4, "="), (2, None, 1, 3, "0-1"), (2, None, 4, 2, None)
    ]  # fmt: skip
    assert independent(report_of(made, "TRF26"))[0] == 0


def test_two_games_of_a_player_in_a_round_are_refused_with_the_reason(db):
    scene = Scene(k=20)
    event = Event.objects.create(league=scene.league, name="Match", starts_on=DAY, ends_on=DAY)
    for board, outcome in enumerate(("1-0", "0-1"), 1):
        scene.play("anna", "bartek", outcome, event=event, round=1, board=board)
    with pytest.raises(Refused, match="one game a player a round"):
        report_of(event_file(event), "TRF26")


def test_an_event_is_found_by_name_or_number(scene):
    take(scene, winter())
    event = Event.objects.get()
    assert find_event(scene.league, "winter open") == find_event(scene.league, f"#{event.pk}") == event
    with pytest.raises(Refused, match="no event “Summer”"):
        find_event(scene.league, "Summer")
    Event.objects.create(league=scene.league, name="Winter Open", starts_on="2025-01-05", ends_on="2025-01-05")
    with pytest.raises(Refused, match="several events"):
        find_event(scene.league, "Winter Open")


def test_another_leagues_event_is_not_there(scene):
    take(scene, winter())
    other = scene.add_league("other")
    with pytest.raises(Refused):
        find_event(other, f"#{Event.objects.get().pk}")


@pytest.mark.parametrize(("options", "start"), [(["--format", "trf"], b"012 Winter Open\r\n"),
                                                (["--format", "trf", "--report", "TRF16"], b"012 Winter Open\r\n"),
                                                (["--format", "pgn"], b'[Event "Winter Open"]\n')])  # fmt: skip
def test_the_command_writes_reports_and_tags(scene, tmp_path, options, start):
    take(scene, winter())
    path = tmp_path / "event.out"
    call_command("export", "club/ladder", "games", "--event", "Winter Open", "-o", str(path), *options)
    data = path.read_bytes()
    assert data.startswith(start)
    assert (b"\r\n142 2\r\n" in data) == (options == ["--format", "trf"])
    assert not read_event(detect(data)).faults
    assert not plan_results(league=scene.league, files=[SourceFile("x", data)], options=OPTIONS).problems


def test_the_command_wants_an_event(scene):
    with pytest.raises(CommandError) as error:
        call_command("export", "club/ladder", "games", "--format", "trf")
    assert error.value.returncode == 2


@pytest.mark.parametrize("version", VERSIONS)
def test_an_event_planned_here_goes_out_and_comes_in_with_the_same_standings(db, version):
    """Byes of each kind, a forfeit, a withdrawal, a late player, days of rounds (BR-070, BR-071, BR-082, BR-130)."""
    scene = Scene(k=20)
    event = events.create_event(
        league=scene.league, name="Swiss", starts_on=DAY, ends_on=DAY + timedelta(9), kind=Event.Kind.SWISS, rounds=3
    )
    names = ("anna", "bartek", "celina", "dawid", "ewa", "filip")
    planning.add_entries(event=event, players=[scene.player(name) for name in names])
    for player, kind in (("ewa", "H"), ("filip", "U")):
        planning.give_bye(event=event, player=scene.player(player), round=1, kind=kind)
    days = {number: DAY + timedelta(3 * number) for number in (1, 2, 3)}
    planning.set_round_days(event=event, days=days)
    drawn = {1: "anna-bartek 1-0,celina-dawid =", 2: "anna-ewa =,filip-celina +-,gosia-dawid 0-1", 3: "anna-filip 0-1"}
    for number, pairs in drawn.items():
        if number == 2:
            planning.set_withdrawal(event=event, player=scene.bartek, from_round=2)
            planning.add_entries(event=event, players=[scene.gosia], joined_round=2)
        for board, pair in enumerate(pairs.split(","), 1):
            (white, black), outcome = pair.split()[0].split("-"), pair.split()[1]
            scene.play(white, black, outcome, days[number], event=event, round=number, board=board)
    made = event_file(event)
    assert made.facts.rounds == 3 and made.facts.kind == "Individual Swiss"
    assert made.facts.round_days == tuple(day.isoformat() for day in days.values())
    other = scene.add_league("other")
    take(scene, report_of(made, version), other)
    copy = Event.objects.get(league=other)
    assert (copy.kind, copy.rounds) == (Event.Kind.SWISS, 3)
    assert table_of(copy) == table_of(event)
    assert not take(scene, report_of(event_file(copy), version), other).changes
    assert [name for _rank, name, *_more in table_of(event)][:2] == ["Filip", "Anna"]


def table_of(event):
    """Rank, name, points and tie-breaks; the ratings of an entry are not asked about."""
    return [(line.rank, line.player.name, line.halves, line.values) for line in standings(event).lines]


def test_what_no_file_says_of_an_entry_stays(scene):
    """A newer file of the event leaves the withdrawal where it is."""
    take(scene, winter())
    event = Event.objects.get()
    entry = event.entries.select_related("player").order_by("pk").first()
    known, entry.rating, entry.withdrawn_from = entry.rating, 1.0, 2
    entry.save()
    take(scene, winter())
    again = event.entries.get(player=entry.player)
    assert (again.rating, again.withdrawn_from) == (known, 2)


def test_the_desk_hands_out_the_same_files(scene, client):
    """TRF26, TRF16 and PGN of an event, for those who enter results; what no report can hold is told in words."""
    take(scene, winter())
    event = Event.objects.get()
    page = f"/club/ladder/desk/events/{event.pk}/files"
    public = f"/club/ladder/events/{event.pk}/"
    assert page not in client.get(public).content.decode() and client.get(f"{page}/trf26/").status_code == 302
    client.force_login(member(scene.club, "player"))
    assert client.get(f"{page}/trf26/").status_code == 403
    client.force_login(member(scene.club, "recorder"))
    assert f"{page}/trf26/" in client.get(public).content.decode()
    for kind, version in (("trf26", "TRF26"), ("trf16", "TRF16")):
        answer = client.get(f"{page}/{kind}/")
        assert answer.content == report_of(event_file(event), version)
        assert f"-{event.starts_on}.trf" in answer["Content-Disposition"]
    assert client.get(f"{page}/pgn/").content.startswith(b"[Event ")
    assert (
        client.get(f"{page}/exe/").status_code
        == client.get(page.replace("ladder", "other") + "/pgn/").status_code
        == 404
    )
    first = Game.objects.filter(event=event).exclude(round=1).first()
    Game.objects.filter(pk=first.pk).update(round=1, board=99)
    assert "holds one game a player a round" in client.get(f"{page}/trf26/", follow=True).content.decode()
