// Values of a form -> the numbers of its answer, named as the server names them.
import { bestNorm } from "../norms.js";
import * as rating from "../rating.js";
import { CAP, FIRST, READING } from "../rating_tables.js";
import { wrong } from "./reading.js";

const GAPS = [0, 25, 50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800];
const RESULTS = [["win", 2], ["draw", 1], ["loss", 0]];
const PEAKS = { none: 0, 2300: 2300, 2400: 2400 };
const K_RULES = [["reached_2400", 10], ["junior", 40], ["newcomer", 40], ["established", 20]];

const scoreOf = (games) => games.reduce((sum, game) => sum + game.halves, 0) / 2;
const year = (day) => Number(day.slice(0, 4));

function checkPoints(points, games) {
  if (points > 2 * games) throw wrong("too_many_points", { points: points / 2, games }, "points");
}

function game({ own, opponent, k, score, other_k: given }) {
  const otherK = given ?? k;
  const both = (halves) => [
    rating.exchange(own, opponent, k, halves),
    rating.exchange(opponent, own, otherK, 2 - halves),
  ];
  const [mine, theirs] = both(score);
  const sum = k === otherK ? 0 : mine.change + theirs.change;
  return {
    expected: mine.expected,
    change: mine.change,
    new: mine.new,
    other_expected: theirs.expected,
    other_change: theirs.change,
    other_new: theirs.new,
    sum,
    outcomes: RESULTS.map(([result, halves]) => {
      const [own_, other] = both(halves);
      return {
        result,
        row_change: own_.change,
        row_new: own_.new,
        row_other_change: other.change,
        row_other_new: other.new,
      };
    }),
    notes: [k === otherK ? ["sum_zero", {}] : ["sum_not_zero", { k, other_k: otherK, sum }], ["not_a_chance", {}]],
  };
}

function gap(values) {
  const at = (points) => ({
    gap: points,
    higher: rating.logistic(points, 0),
    lower: rating.logistic(0, points),
    odds: 10 ** (points / 400),
    table: Number.isInteger(points) ? rating.expectedHundredths(points) / 100 : null,
  });
  return { ...at(values.gap), gaps: GAPS.map(at), notes: [["not_a_chance", {}], ["fide_table_differs", {}]] };
}

function field({ own, k, games, opponent, points }) {
  checkPoints(points, games);
  const made = rating.series(own, k, games, opponent, points);
  return {
    new: made.new,
    change: made.change,
    expected: made.each,
    expected_sum: made.expected,
    surplus: made.score - made.expected,
    notes: [["field_formula", { points: made.score, expected_sum: made.expected, k }], ["field_average", {}]],
  };
}

function games({ own, k, games: played, way, cap }) {
  const options = { inTurn: way === "turn", cap: cap !== "no", exempt: cap === "below" };
  const made = rating.listed(own, k, played, options);
  const rows = made.games.map((each, place) => ({
    number: place + 1,
    opponent: played[place].opponent,
    score: played[place].halves / 2,
    row_expected: each.expected,
    row_change: each.change,
    ...(options.inTurn ? { row_new: each.new } : {}),
  }));
  const notes = [[options.inTurn ? "turn_way" : "period_way", {}]];
  if (options.cap) {
    const wide = made.games.filter((each, place) => Math.abs(each.before - played[place].opponent) > CAP.largest);
    const kept = wide.filter((each) => options.exempt && each.before >= CAP.exemptFrom).length;
    notes.push(["capped", { count: wide.length - kept }]);
    if (kept) notes.push(["kept_2650", { count: kept }]);
  }
  return {
    change: made.change,
    new: made.new,
    score: made.score,
    expected_sum: made.expected,
    surplus: made.score - made.expected,
    rows,
    total: { score: made.score, row_expected: made.expected, row_change: made.change },
    notes,
  };
}

function fide({ own, games: played, list, start, k, birth_year: birthYear, before, reached }) {
  const found = rating.coefficient(Math.max(own, PEAKS[reached]), before, birthYear, year(start));
  const factor = k === null ? found : { k, rule: "player" };
  const made = rating.fidePeriod(own, played, { start, list, factor });
  const counted = made.parts.filter((part) => !part.reason);
  const score = scoreOf(counted.map((part) => part.game));
  const expected = counted.reduce((sum, part) => sum + part.expected, 0);
  const unrounded = made.units / 10_000;
  return {
    change_whole: made.change,
    new: made.new,
    k: made.counted ? made.factor.k : null,
    score,
    expected_sum: expected / 100,
    unrounded,
    rows: made.parts.map(fideRow),
    total: { score, table: expected / 100, delta: (100 * score - expected) / 100, row_change: unrounded },
    notes: fideNotes(made, found, k === null, start),
  };
}

function fideRow(part, place) {
  const { tournament } = part.game;
  const row = {
    number: place + 1,
    opponent: part.game.opponent,
    score: part.game.halves / 2,
    ...(tournament ? { tournament: tournament.start } : {}),
    ...(tournament && tournament.own !== null ? { own_then: tournament.own } : {}),
  };
  if (part.reason) return { ...row, reason: `reason_${part.reason}` };
  return {
    ...row,
    difference: part.gap.rating,
    table: part.expected / 100,
    delta: (50 * part.game.halves - part.expected) / 100,
    row_change: part.units / 10_000,
    ...(part.gap.rule ? { used: part.gap.used, reason: `gap_${part.gap.rule}` } : {}),
  };
}

function fideNotes(made, found, finding, start) {
  const notes = [];
  if (made.counted && finding) notes.push([`k_${found.rule}`, { k: found.k }]);
  if (made.counted && made.factor.rule === "limit_700") {
    notes.push(["k_limit_700", { k_used: made.factor.k, games: made.counted }]);
  }
  notes.push(["fide_rounding", { unrounded: made.units / 10_000, change_whole: made.change }]);
  const reasons = new Set(made.parts.map(fideRow).map((row) => row.reason).filter(Boolean));
  notes.push(...[...reasons].sort().map((reason) => [`note_${reason}`, {}]));
  if (made.unrated) notes.push(["below_floor", { limit: rating.floorOn(start) }]);
  return notes;
}

function k({ rating: published, birth_year: birthYear, before, reached, year: listYear, count }) {
  const found = rating.coefficient(Math.max(published, PEAKS[reached]), before, birthYear, listYear);
  const used = rating.limitedTo700(found, count);
  const place = K_RULES.findIndex(([rule]) => rule === found.rule);
  const verdict = (at) => (at < place ? "does_not_apply" : at === place ? "decides" : "not_asked");
  const notes = [[`k_${found.rule}`, { k: found.k }]];
  if (used.rule !== found.rule) notes.push(["k_limit_700", { k_used: used.k, games: count }]);
  return {
    k: found.k,
    k_used: used.k,
    rules: K_RULES.map(([rule, value], at) => ({ rule: `rule_${rule}`, k: value, verdict: verdict(at) })),
    notes: [...notes, ["k_order", {}]],
  };
}

function initial({ games: played, day }) {
  const score = scoreOf(played);
  if (!score) return { score, games: played.length, published: false, notes: [["zero_start", {}]] };
  const made = rating.firstRating(played, day);
  const floor = rating.floorOn(day);
  const published = made.games >= FIRST.leastGames && made.rating >= floor;
  const notes = [[floor === 1400 ? "first_rule" : "first_rule_before_2024", {}]];
  if (made.games < FIRST.leastGames) notes.push(["first_few", { count: made.games, needed: FIRST.leastGames }]);
  else if (made.rating < floor) notes.push(["first_low", { computed: made.computed, limit: floor }]);
  if (made.computed > FIRST.largest) notes.push(["first_high", { computed: made.computed, limit: FIRST.largest }]);
  return {
    rating: published ? made.rating : null,
    computed: made.computed,
    average: made.average / 100,
    percent_whole: made.percent,
    dp: made.dp,
    score,
    games: made.games,
    published,
    notes,
  };
}

function performance({ games: played }) {
  const opponents = played.map((each) => each.opponent);
  const halves = 2 * scoreOf(played);
  const made = rating.performance(opponents, halves);
  const notes = [["performance_rule", { average: made.average, dp: made.dp }], ["perfect_rule", {}]];
  if (halves === 0 || halves === 2 * made.games) notes.push(["performance_end", {}]);
  return {
    performance: made.rating,
    perfect: rating.perfectPerformance(opponents, halves),
    average: made.average,
    percent_whole: made.percent,
    dp: made.dp,
    score: halves / 2,
    games: made.games,
    notes,
  };
}

function norm({ title, federation, championship, pairings, unplayed, opponents }) {
  const missed = unplayed === "yes" ? 1 : 0;
  const made = bestNorm(title, federation, opponents, championship, missed, pairings === "swiss");
  const play = made.performance;
  const notes = [];
  if (made.norm.raisedTo > made.low) notes.push(["norm_raised", { low: made.low, high: made.norm.raisedTo }]);
  if (made.reached) {
    const { games, ninth, surplus, cut } = made.counted;
    if (made.ignored.length) notes.push(["norm_without", { lines: made.ignored.map((n) => n + 1).join(", ") }]);
    notes.push(["norm_counts", { games }]);
    if (ninth) notes.push(["norm_ninth", {}]);
    if (surplus) notes.push(["norm_surplus", { count: surplus }]);
    if (cut) notes.push(["norm_cut", {}]);
  }
  return {
    reached: made.reached,
    verdict: made.reached ? "is_norm" : "no_norm",
    performance: play.rating,
    average: play.average,
    percent_whole: play.percent,
    dp: play.dp,
    score: play.halves / 2,
    games: play.games,
    counts: made.reached ? made.counted.games : null,
    checks: made.checks.map((check) => ({
      check: `check_${check.code}`,
      bound: check.most ? "≤" : "≥",
      needed: check.needed,
      has: check.has,
      verdict: check.met ? "met" : "not_met",
    })),
    notes: [...notes, ["norm_title", { title, rating: made.norm.rating }]],
  };
}

function match(values) {
  const { home, away, home_goals: scored, away_goals: got, k: importance, advantage, scale, margin } = values;
  const halves = scored === got ? 1 : scored > got ? 2 : 0;
  const homeExpected = rating.logistic(home + advantage, away, Infinity, scale);
  const awayExpected = rating.logistic(away, home + advantage, Infinity, scale);
  const multiplier = rating.multiplier(margin, scored, got, home + advantage - away);
  const used = importance * multiplier;
  const homeChange = used * (halves / 2 - homeExpected);
  const awayChange = used * (1 - halves / 2 - awayExpected);
  const notes = [["match_result", { result: ["loss", "draw", "win"][halves] }]];
  if (advantage) notes.push(["match_home", { rating: advantage }]);
  return {
    home_change: homeChange,
    home_new: home + homeChange,
    away_change: awayChange,
    away_new: away + awayChange,
    home_expected: homeExpected,
    away_expected: awayExpected,
    multiplier,
    k_used: used,
    notes: [...notes, ["match_k", { k: importance, multiplier, k_used: used }]],
  };
}

function glicko2({ rating: own, deviation: given, volatility, games: results, tau, idle }) {
  const deviation = idle ? Math.min(rating.grown(given, volatility, idle), Math.max(350, given)) : given;
  const made = rating.glicko2(own, deviation, volatility, results, tau);
  const low = made.rating - 1.96 * made.deviation;
  const high = made.rating + 1.96 * made.deviation;
  return {
    change: made.rating - own,
    new: made.rating,
    new_deviation: made.deviation,
    new_volatility: made.volatility,
    rows: results.map((result, place) => ({
      number: place + 1,
      opponent: result.rating,
      row_deviation: result.deviation,
      forecast: rating.predictedScore(own, deviation, result.rating, result.deviation),
      g: made.games[place].g,
      row_expected: made.games[place].expected,
      score: result.score,
      row_change: made.changes[place],
    })),
    notes: [["glicko_range", { low, high }], ["glicko_inflated", { inflated: made.inflated }], ["glicko_prediction", {}]],
  };
}

function need(values) {
  return values.ask === "points" ? needPoints(values) : needOpponents(values);
}

function needRow({ system, own, k: factor, games: count }, opponent, halves) {
  const made = rating.needOutcome(system, own, factor, count, opponent, halves);
  return { score: halves / 2, row_expected: made.expected, row_change: made.change, row_new: made.new };
}

function needPoints(values) {
  const { system, own, target, k: factor, games: count, opponent } = values;
  const most = 2 * count;
  const found = rating.pointsNeeded(system, own, target, factor, count, opponent);
  if (found === null) {
    const best = needRow(values, opponent, most);
    const more = rating.gamesNeeded(system, own, target, factor, opponent, READING.lines);
    const note = more ? ["need_more", { count: more }] : ["need_never", {}];
    return { rows: [best], notes: [["need_impossible", { new: best.row_new, target }], note] };
  }
  const rows = [];
  for (let halves = Math.max(0, found - 2); halves <= Math.min(most, found + 2); halves += 1) {
    rows.push(needRow(values, opponent, halves));
  }
  return { points: found / 2, rows, notes: [["need_points", { points: found / 2, games: count, opponent, target }]] };
}

function needOpponents(values) {
  const { system, own, target, k: factor, games: count, points } = values;
  checkPoints(points, count);
  const found = rating.opponentsNeeded(system, own, target, factor, count, points);
  const said = { points: points / 2, games: count, target };
  if (found === null) return { notes: [["need_no_opponents", said]] };
  if (found === 0) return { opponent: 0, notes: [["need_any_opponents", said]] };
  return {
    opponent: found,
    rows: [needRow(values, found, points)],
    notes: [["need_opponents", { ...said, opponent: found }]],
  };
}

export const MODES = { game, gap, field, games, fide, k, initial, performance, norm, match, glicko2, need };
