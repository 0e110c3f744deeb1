"""Title norms of an event, requirement by requirement, and what titles ask of a rating (FIDE B.01)."""

from datetime import date

import pytest

from league.forms.edits import EditEventForm
from league.models import Event as StoredEvent
from league.models import EventEntry, FactChange, Outcome
from league.services import events, leagues, people, periods, recording
from league.services.errors import Refused
from ratings.boards.norm_record import norms_of_player
from ratings.boards.norms import norms_of, thresholds
from ratings.kernel.norm_games import Championship
from ratings.models import Rating

from ..league.desking import superuser
from .reading import table, text

OUTCOMES = {None: Outcome.WHITE_FORFEITS_TO, 1.0: Outcome.WHITE_WINS, 0.5: Outcome.DRAW, 0.0: Outcome.BLACK_WINS}
FEDERATIONS = ("GER", "FRA", "ESP")


class Event:
    """A candidate who plays one game against each of a field, in a league by FIDE's rules."""

    def __init__(self, *, sex="m", title="", list="standard", system="fide"):
        self.club = people.create_club(slug="club", name="Club")
        self.league = leagues.create_league(
            club=self.club, slug="standard", name="Standard", system=system, mode="period",
            parameters={"list": list} if system == "fide" else {},
        )  # fmt: skip
        periods.open_monthly(league=self.league, first="2026-05", last="2026-05")
        self.candidate = self.person("Candidate", 2400, title=title, federation="POL", sex=sex)
        self.event = events.create_event(
            league=self.league, name="Closed", starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 31)
        )
        self.started = (5, "")

    def person(self, name, rating, **more):
        return people.add_player(club=self.club, name=name, start_rating=rating, start_games=100, **more).player

    def play(self, field, scores):
        """``field``: rating, title, federation of each opponent; a score of None: the opponent did not come."""
        for number, ((rating, title, federation), score) in enumerate(zip(field, scores, strict=True), 1):
            rival = self.person(f"Rival {number}{self.started[1]}", rating, title=title, federation=federation, sex="m")
            recording.record_game(
                league=self.league, white=self.candidate, black=rival, outcome=OUTCOMES[score], event=self.event,
                round=number, played_on=date(2026, self.started[0], 1 + number),
            )  # fmt: skip
        return self

    def line(self):
        return norms_of(self.league, self.event, self.candidate.pk)[0]

    def checks(self, title):
        tried = next(each for each in self.line().tried if each.title == title)
        return {check.code: (check.needed, check.has, check.met) for check in tried.check.checks}

    def another(self, name, month, **more):
        """The same candidate in one more event, of the months to come."""
        self.event = events.create_event(
            league=self.league, name=name, starts_on=date(2026, month, 2), ends_on=date(2026, month, 28), **more
        )
        self.started = (month, name)
        return self


def field(ratings, titles="GM"):
    return [(rating, titles, FEDERATIONS[n % 3]) for n, rating in enumerate(ratings)]


# 1900, 2350, 2400 ... and 6.5 points: Ra 2419 with the lowest raised to 2200, p 72, Rp 2585 (golden NORM-D-floor)
FLOOR = (1900, 2350, 2400, 2420, 2450, 2455, 2480, 2500, 2520)
SIX_AND_A_HALF = (1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5)


@pytest.mark.django_db
def test_the_lowest_opponent_is_raised_and_2585_is_no_gm_norm():
    made = Event().play(field(FLOOR), SIX_AND_A_HALF)
    gm = made.checks("GM")
    assert gm["norm_average"] == (2380, 2419, True)
    assert gm["norm_performance"] == (2600, 2585, False)
    assert made.line().reached == ("IM",)


@pytest.mark.django_db
def test_2380_and_78_per_cent_are_a_gm_norm():
    """NORM-GM-78: dp 220, Rp 2600."""
    made = Event().play(field([2380] * 9), (1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5))
    assert made.checks("GM")["norm_performance"] == (2600, 2600, True)
    assert made.line().reached == ("GM", "IM")


@pytest.mark.django_db
def test_titles_held_are_not_asked_for_and_womens_titles_are_womens():
    made = Event(title="IM").play(field([2380] * 9), [0.5] * 9)
    assert [each.title for each in made.line().tried] == ["GM"]


@pytest.mark.django_db
def test_a_woman_may_make_every_norm():
    made = Event(sex="w", title="WIM").play(field([2200] * 9), (1, 1, 1, 1, 1, 1, 0.5, 0.5, 0))
    assert [each.title for each in made.line().tried] == ["GM", "IM", "WGM"]
    assert made.line().reached == ("WGM",)


@pytest.mark.django_db
def test_federations_and_titles_of_the_event_count_not_todays():
    made = Event().play(field([2380] * 9), (1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5))
    for entry in EventEntry.objects.filter(event=made.event).exclude(player=made.candidate):
        assert (entry.title, entry.federation in FEDERATIONS) == ("GM", True)
        people.edit_player(player=entry.player, title="", federation="POL")
    assert made.line().reached == ("GM", "IM")
    made.candidate.refresh_from_db()


@pytest.mark.django_db
def test_why_not_is_said_requirement_by_requirement(client):
    made = Event().play(field([2380] * 8, "FM"), [0.5] * 8)
    response = client.get(f"/club/standard/events/{made.event.pk}/norms/{made.candidate.pk}/")
    rows = {row["Requirement"]: row for row in table(response)}
    assert rows["Games"] == {"Requirement": "Games", "Needed": "≥ 9", "There is": "8", "Verdict": "not met"}
    assert rows["Opponents with a title of this level"]["There is"] == "0"
    assert rows["Opponents with a title"]["Verdict"] == "met"
    assert (rows["Points (35 per cent)"]["Needed"], rows["Points (35 per cent)"]["There is"]) == ("≥ 3", "4")
    seen = text(response)
    assert "1.4.3a–d" in seen
    assert "no norm" in seen


@pytest.mark.django_db
def test_the_events_page_names_who_reached_one(client):
    made = Event().play(field([2380] * 9), (1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5))
    seen = text(client.get(f"/club/standard/events/{made.event.pk}/"))
    assert "GM, IM: 7 points in 9 games" in seen
    page = client.get(f"/club/standard/events/{made.event.pk}/norms/")
    rows = {row["Player"]: row for row in table(page)}
    assert (rows["Candidate"]["GM"], rows["Candidate"]["IM"], "WGM" in rows["Candidate"]) == ("norm", "norm", False)


@pytest.mark.django_db
def test_before_and_after_closing_the_verdict_is_the_same():
    made = Event().play(field(FLOOR), SIX_AND_A_HALF)
    before = made.checks("GM")
    periods.close_period(period=periods.find_period(league=made.league, name="2026-05"))
    assert made.checks("GM") == before


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [{"list": "rapid"}, {"system": "elo"}])
def test_norms_are_made_on_standard_lists(client, kind):
    made = Event(**kind).play(field([2380] * 2), [0.5] * 2)
    assert "Title norms" not in text(client.get(f"/club/standard/events/{made.event.pk}/"))
    assert client.get(f"/club/standard/events/{made.event.pk}/norms/").status_code == 404


@pytest.mark.django_db
def test_what_is_not_there_is_not_found(client):
    made = Event().play(field([2380]), [0.5])
    stranger = made.person("Stranger", 1800)
    for path in (f"{made.event.pk}/norms/{stranger.pk}/", "999999/norms/", f"{made.event.pk}/norms/999999/"):
        assert client.get(f"/club/standard/events/{path}").status_code == 404


def asked(value, *, peak=None, games=100, title="", sex="m"):
    from league.models import Player

    rating = Rating(value=value, peak=peak, carried_peak=peak, carried_games=games)
    return [(each.title, each.points, each.games) for each in thresholds(rating, Player(title=title, sex=sex))]


def test_ratings_for_titles():
    """CM 2200, FM 2300 with 30 games; IM 2400, GM 2500 beside norms; an interim rating counts."""
    assert asked(2150) == [("CM", 50, 0)]
    assert asked(2150, peak=2210) == [("CM", 0, 0), ("FM", 90, 0)]
    assert asked(2210, games=22) == [("CM", 0, 8)]
    assert asked(2310, title="FM") == [("IM", 90, 0)]
    assert asked(2510, title="IM") == [("GM", 0, 0)]
    assert asked(2510, title="GM") == []
    assert asked(2050, sex="w") == [("WCM", 0, 0), ("WFM", 50, 0)]


@pytest.mark.django_db
def test_the_players_page_says_what_titles_ask(client):
    made = Event(title="FM").play(field([2380]), [0.5])
    seen = text(client.get(f"/club/standard/players/{made.candidate.pk}/"))
    assert "IM: 2400 reached; norms are needed, too" in seen
    assert "GM: 2500, 100 points to go" in seen


@pytest.mark.django_db
@pytest.mark.parametrize("rivals", [3, 28])
def test_budget_of_queries_whatever_the_field(client, django_assert_max_num_queries, rivals):
    made = Event().play(field([2380] * rivals), [0.5] * rivals)
    for path, budget in (("", 32), ("norms/", 15), (f"norms/{made.candidate.pk}/", 15)):  # an open period is computed
        with django_assert_max_num_queries(budget, info=path):
            client.get(f"/club/standard/events/{made.event.pk}/{path}")


@pytest.mark.django_db
@pytest.mark.parametrize(("sex", "title", "tried"), [
    ("", "WFM", ["GM", "IM", "WGM", "WIM"]), ("", "FM", ["GM", "IM"]), ("m", "", ["GM", "IM"]),
])  # fmt: skip
def test_a_title_of_women_opens_the_norms_of_women_where_no_sex_was_entered(client, sex, title, tried):
    made = Event(sex=sex, title=title).play(field(FLOOR[1:4]), (1, 0, 0.5))
    assert sorted(each.title for each in made.line().tried) == tried
    page = client.get(f"/club/standard/events/{made.event.pk}/norms/{made.candidate.pk}/")
    assert text(page).count("Performance rating") == len(tried)


@pytest.mark.django_db
def test_where_everybody_holds_every_title_there_is_no_way_to_a_norm(client):
    made = Event(title="GM").play(field(FLOOR[1:4]), (1, 0, 0.5))
    rows = table(client.get(f"/club/standard/events/{made.event.pk}/norms/"))
    assert rows and "Why" not in rows[0] and "GM" not in rows[0]


NORM = (1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5)  # 7 of 9


def needs_games(made, title="GM"):
    return made.checks(title)["norm_games"]


@pytest.mark.django_db
def test_1_4_1a_and_b_seven_games_are_enough_in_a_championship_of_teams_only(client):
    """The event says which it is; to say so changes no rating."""
    made = Event().play(field([2500] * 7), (1, 1, 1, 0.5, 0.5, 0.5, 0.5))
    assert (needs_games(made), made.line().reached) == ((9, 7, False), ())
    before = made.league.version
    events.edit_event(event=made.event, championship="team")
    made.event.refresh_from_db()
    made.league.refresh_from_db()
    assert made.league.version > before
    assert (needs_games(made), made.line().reached) == ((7, 7, True), ("GM", "IM"))
    change = FactChange.objects.filter(kind="event.edit").get()
    assert (change.before, change.after) == ({"championship": "ordinary"}, {"championship": "team"})
    client.force_login(superuser())
    assert "championship of teams or clubs: 7 games" in text(client.get("/club/standard/desk/history/"))


def test_events_know_the_championships_of_the_rules():
    assert StoredEvent.Championship.values == [each.value for each in Championship]


@pytest.mark.django_db
def test_the_desk_asks_for_the_championship_where_norms_are_made():
    """Also in a league of another system whose games a standard list rates, too."""
    standard = Event().league
    made = {
        name: leagues.create_league(club=standard.club, slug=name, name=name, **more)
        for name, more in {
            "rapid": {"system": "fide", "mode": "period", "parameters": {"list": "rapid"}},
            "ladder": {"system": "elo", "mode": "sequential"},
        }.items()
    }
    asked = [
        "championship" in EditEventForm(instance=StoredEvent(league=league)).fields
        for league in (standard, made["rapid"], made["ladder"])
    ]
    assert asked == [True, False, False]
    leagues.create_league(
        club=standard.club, slug="estimate", name="Estimate", system="fide", mode="period", games_from=made["ladder"]
    )
    assert "championship" in EditEventForm(instance=StoredEvent(league=made["ladder"])).fields


@pytest.mark.django_db
def test_a_championship_that_is_none_is_refused():
    made = Event()
    with pytest.raises(Refused, match="no championship"):
        events.edit_event(event=made.event, championship="club")


@pytest.mark.django_db
def test_1_4_1c_eight_games_and_a_forfeit_or_an_allocated_bye_in_nine_rounds(client):
    made = Event().play(field([2450] * 9), (1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, None))
    assert needs_games(made) == (8, 8, True)
    assert made.line().reached == ("GM", "IM")
    page = text(client.get(f"/club/standard/events/{made.event.pk}/norms/{made.candidate.pk}/"))
    assert "only one may be such (1.4.1c)" in page
    assert "Counts towards the 27 games that a title needs: 9." in page
    other = made.another("With a bye", 6, rounds=9).play(field([2450] * 8), (1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5))
    assert needs_games(other)[2] is False
    bye = events.record_bye(event=other.event, player=made.candidate, round=9, kind="H")
    assert needs_games(other)[2] is False  # asked for, not given by the pairing
    bye.delete()
    events.record_bye(event=other.event, player=made.candidate, round=9, kind="U")
    assert needs_games(other) == (8, 8, True)


@pytest.mark.django_db
def test_1_4_1c_a_game_lost_by_forfeit_is_none():
    made = Event().play(field([2450] * 8), (1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5))
    rival = made.person("Late", 2400, title="GM", federation="GER")
    recording.record_game(
        league=made.league, white=made.candidate, black=rival, outcome=Outcome.BLACK_FORFEITS_TO, event=made.event,
        round=9, played_on=date(2026, 5, 20),
    )  # fmt: skip
    assert needs_games(made) == (9, 8, False)


@pytest.mark.django_db
def test_1_7_a_norm_of_fourteen_rounds_counts_as_thirteen_games(client):
    made = Event().play(field([2450] * 14), [1, 0.5] * 7)
    (gm, im) = made.line().tried
    assert (gm.check.reached, gm.check.counted.games, im.check.counted.games) == (True, 13, 13)
    page = text(client.get(f"/club/standard/events/{made.event.pk}/norms/{made.candidate.pk}/"))
    assert "A norm of more than 13 rounds counts as 13 games (1.7)." in page
    assert "Counts towards the 27 games that a title needs: 13." in page


@pytest.mark.django_db
def test_1_5_1_norms_of_27_games_on_a_page_of_the_player(client):
    """9 + 9 games, then 13 of fourteen rounds; one that is no norm is not there."""
    made = Event().play(field([2380] * 9), NORM)
    address = f"/club/standard/players/{made.candidate.pk}/norms/"
    made.another("Second", 6).play(field([2380] * 9), NORM)
    made.another("Third", 7).play(field([2380] * 9), [0.5] * 9)
    seen = client.get(address)
    assert "18 of 27 games" in text(seen)
    made.another("Long", 8).play(field([2450] * 14), [1, 0.5] * 7)
    seen = client.get(address)
    assert "31 of 27 games" in text(seen)
    assert [row["Event"].split()[0] for row in table(seen)] == ["Long", "Second", "Closed"]
    assert [row["Counts as games"] for row in table(seen)] == ["13", "9", "9"]
    assert address in client.get(f"/club/standard/players/{made.candidate.pk}/").content.decode()


@pytest.mark.django_db
def test_1_5_1_one_norm_with_a_round_without_play_counts_for_a_title():
    made = Event().play(field([2450] * 9), (1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, None))
    made.another("Second", 6).play(field([2450] * 9), (1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, None))
    assert {each.title: (len(each.norms), each.games) for each in norms_of_player(made.league, made.candidate)} == {
        "GM": (2, 9),
        "IM": (2, 11),  # and two full points more than asked
    }


@pytest.mark.django_db
def test_norms_of_a_player_without_any_and_of_a_league_without_norms(client):
    made = Event().play(field([2380]), [0.5])
    address = f"/club/standard/players/{made.candidate.pk}/norms/"
    assert "No norm has been made in this league yet." in text(client.get(address))
    assert client.get("/club/standard/players/999999/norms/").status_code == 404
    made.league.rules.update(parameters={"list": "rapid"})
    assert client.get(address).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("times", [1, 4])
def test_budget_of_queries_of_a_players_norms_however_many(client, times, django_assert_max_num_queries):
    made = Event().play(field([2380] * 9), NORM)
    for number in range(1, times):
        made.another(f"Event {number}", 5 + number).play(field([2380] * 9), NORM)
    with django_assert_max_num_queries(24):
        client.get(f"/club/standard/players/{made.candidate.pk}/norms/")


@pytest.mark.django_db
def test_who_goes_by_a_number_has_no_title_told_by_what_is_left_to_reach(client):
    made = Event(title="IM").play(field([2380]), [0.5])
    address = f"/club/standard/players/{made.candidate.pk}/"
    assert "Ratings for titles" in text(client.get(address))
    type(made.candidate).objects.filter(pk=made.candidate.pk).update(public_name="#")
    assert "Ratings for titles" not in text(client.get(address))
    assert client.get(address + "norms/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ru", "Норма, выполненная более чем в 13 турах, засчитывается как 13 партий (1.7)."),
        ("pl", "Norma z ponad 13 rund liczy się jako 13 partii (1.7)."),
    ],
)
def test_the_rules_are_told_in_every_language(client, language, words):
    made = Event().play(field([2450] * 14), [1, 0.5] * 7)
    page = client.get(
        f"/club/standard/events/{made.event.pk}/norms/{made.candidate.pk}/", headers={"accept-language": language}
    )
    assert words in text(page)


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "reached"), [("swiss", ("GM",)), ("robin", ()), ("free", ())])
def test_1_4_1e_only_a_swiss_leaves_out_the_rounds_after_the_norm(client, kind, reached):
    """Seven of nine, then two games lost: who is left out is named."""
    made = Event(title="IM").play(field([2380] * 11), (*NORM, 0, 0))
    events.edit_event(event=made.event, kind=kind)
    made.event.refresh_from_db()
    assert made.line().reached == reached
    page = text(client.get(f"/club/standard/events/{made.event.pk}/norms/{made.candidate.pk}/"))
    named = "which 1.4.1e and f allow to leave out: Rival 10, Rival 11."
    assert (named in page) is bool(reached)
    rows = {row["Requirement"]: row["There is"] for row in table(client.get(page_of(made)))}
    assert rows["Games"] == ("9" if reached else "11")


def page_of(made):
    return f"/club/standard/events/{made.event.pk}/norms/{made.candidate.pk}/"


@pytest.mark.django_db
def test_1_4_1f_a_win_that_spoils_the_average_is_left_out_and_named(client):
    """Ten games: with the win over 1500, counted as 2200, the average is 2362."""
    made = Event(title="IM").play([(1500, "FM", "ITA"), *field([2380] * 9)], (1, *NORM))
    assert made.line().reached == ("GM",)
    assert "allow to leave out: Rival 1." in text(client.get(page_of(made)))


@pytest.mark.django_db
def test_1_4_5f_a_double_round_robin_asks_for_players_and_counts_titles_once(client):
    """Five opponents met twice: two with a title of the level are too few, though they are four games of ten."""
    titles = ("GM", "IM", "FM", "FM", "FM")
    made = Event().play([(2450, title, FEDERATIONS[n % 3]) for n, title in enumerate(titles)], [1] * 5)
    rivals = [people.find_players(club=made.club, text=f"Rival {n}")[0] for n in range(1, 6)]
    for number, rival in enumerate(rivals, 6):
        recording.record_game(
            league=made.league, white=rival, black=made.candidate, outcome="=", event=made.event, round=number,
            played_on=date(2026, 5, 1 + number),
        )  # fmt: skip
    assert (made.checks("IM")["norm_level"], made.line().reached) == ((4, 4, True), ("IM",))
    events.edit_event(event=made.event, kind="double")
    made.event.refresh_from_db()
    assert (made.checks("IM")["norm_players"], made.checks("IM")["norm_level"]) == ((6, 6, True), (3, 2, False))
    rows = {row["Requirement"]: row for row in table(client.get(page_of(made)), 1)}
    assert rows["Players of the double round robin"]["Verdict"] == "met"
