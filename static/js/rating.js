// What the rating kernel computes, for the browser. The same cases run against both.
// Ratings in points, scores in halves (2 won, 1 drawn, 0 lost), expected scores in [0, 1], days as YYYY-MM-DD.
import {
  CAP, DATES, FIRST, FLOORS, GLICKO, LAST_DIFFERENCE, LEAST_DENOMINATOR, OPPONENTS,
  PERFORMANCE_DIFFERENCE,
} from "./rating_tables.js";

const known = (value) => value !== null && value !== undefined;
const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

// ---- rounding: never to even, never towards zero

export const halfAway = (numerator, denominator) => {
  const size = Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator));
  return numerator < 0 && size ? -size : size;
};
export const halfUp = (numerator, denominator) => Math.floor((2 * numerator + denominator) / (2 * denominator));
export const whole = (rating) => Math.floor(Math.round(rating * 1e9) / 1e9 + 0.5);
// Hundredths of a K as the kernel takes them: .5 to even.
const hundredths = (value) => {
  const scaled = 100 * value;
  const low = Math.floor(scaled);
  if (scaled - low !== 0.5) return Math.round(scaled);
  return low % 2 ? low + 1 : low;
};

// ---- expectation

export const limited = (difference, cap) => Math.min(Math.max(difference, -cap), cap);

export function logistic(own, opponent, cap = Infinity, scale = 400) {
  return 1 / (1 + 10 ** (limited(opponent - own, cap) / scale));
}

// Table 8.1.2: hundredths, for a whole difference.
export function expectedHundredths(difference) {
  const row = LAST_DIFFERENCE.findIndex((last) => Math.abs(difference) <= last);
  const higher = row < 0 ? 100 : 50 + row;
  return difference >= 0 ? higher : 100 - higher;
}

// Table 8.1.1: dp for a score in whole per cent.
export const performanceDifference = (percent) =>
  percent >= 50 ? PERFORMANCE_DIFFERENCE[percent - 50] : -PERFORMANCE_DIFFERENCE[50 - percent];

// ---- Elo

export function exchange(own, opponent, k, halves, cap = Infinity) {
  const expected = logistic(own, opponent, cap);
  const change = k * (halves / 2 - expected);
  return { expected, change, new: own + change };
}

export function series(own, k, games, opponent, halves) {
  const each = logistic(own, opponent);
  const expected = games * each;
  const change = k * (halves / 2 - expected);
  return { each, expected, score: halves / 2, change, new: own + change };
}

export function listed(own, k, games, { inTurn = false, cap = false, exempt = false } = {}) {
  let rating = own;
  const made = games.map((game) => {
    const limit = cap && !(exempt && rating >= CAP.exemptFrom) ? CAP.largest : Infinity;
    const outcome = { ...exchange(rating, game.opponent, k, game.halves, limit), before: rating };
    if (inTurn) rating = outcome.new;
    return outcome;
  });
  const change = add(made.map((game) => game.change));
  const expected = add(made.map((game) => game.expected));
  return { games: made, score: add(games.map((game) => game.halves)) / 2, expected, change, new: own + change };
}

// ---- FIDE: B.02 8.3

export function difference(own, opponent, start, list, largest) {
  const rating = own - opponent;
  if (Math.abs(rating) <= CAP.largest) return { rating, used: rating, rule: "" };
  const cut = limited(rating, CAP.largest);
  if (DATES.oneGame <= start && start < DATES.reform) {
    return largest ? { rating, used: cut, rule: "one_game" } : { rating, used: rating, rule: "other_game" };
  }
  if (start >= DATES.own2650 && list === "standard" && own >= CAP.exemptFrom) {
    return { rating, used: rating, rule: "own_2650" };
  }
  return { rating, used: cut, rule: "cap_400" };
}

export const tooFarApart = (own, opponent, start, list) =>
  list !== "standard" && start >= DATES.gapOf600 && Math.abs(own - opponent) >= 600 && Math.max(own, opponent) > 2600;

export const floorOn = (day) => (day >= DATES.reform ? FLOORS.since : FLOORS.before);

export function coefficient(peak, games, birthYear, year) {
  if (peak >= 2400) return { k: 10, rule: "reached_2400" };
  if (birthYear !== null && year - birthYear <= 18 && peak < 2300) return { k: 40, rule: "junior" };
  return games < 30 ? { k: 40, rule: "newcomer" } : { k: 20, rule: "established" };
}

export const limitedTo700 = (factor, games) =>
  factor.k * games <= 700 ? factor : { k: Math.floor(700 / games), rule: "limit_700" };

// 2022 and 2023: the game of the tournament with the largest gap; among equals one to a weaker opponent.
function largestGaps(games) {
  const found = new Map();
  for (const { game, own, tournament } of games) {
    const gap = own - game.opponent;
    const size = Math.abs(gap) + (gap > 0 ? 0.5 : 0);
    if (!(size <= found.get(tournament)?.size)) found.set(tournament, { game, size });
  }
  return new Set([...found.values()].map((each) => each.game));
}

// ``tournament`` of a game: its first day and the own rating in force then; null: ``start`` and ``rating``.
export function fidePeriod(rating, games, { start, list, factor }) {
  const then = new Map();
  for (const { tournament } of games) if (known(tournament?.own)) then.set(tournament.start, tournament.own);
  const sides = games.map((game) => {
    const day = game.tournament?.start ?? start;
    const tournament = `${day} ${game.tournament?.own ?? ""}`;
    return { game, day, tournament, own: then.get(day) ?? rating };
  });
  const isRated = ({ game, day, own }) => !tooFarApart(own, game.opponent, day, list);
  const counted = sides.filter(isRated);
  const used = limitedTo700(factor, counted.length);
  const cut = largestGaps(counted);
  const k = hundredths(used.k);
  const parts = sides.map((side) => {
    const { game, day, own } = side;
    if (!isRated(side)) return { game, reason: "gap_600", units: 0 };
    const gap = difference(own, game.opponent, day, list, cut.has(game));
    const expected = expectedHundredths(gap.used);
    return { game, gap, expected, units: k * (50 * game.halves - expected) };
  });
  const units = add(parts.map((part) => part.units));
  const change = halfAway(units, 10_000);
  const unrated = counted.length > 0 && rating + change < floorOn(start);
  return { parts, counted: counted.length, factor: used, units, change, new: rating + change, unrated };
}

// ---- first rating, performance: 8.2; B.01 1.4.8; C.07

export function firstRating(games, day) {
  const halves = add(games.map((game) => game.halves));
  const added = day >= DATES.reform ? FIRST.hypothetical : [];
  const counted = games.length + added.length;
  const scored = halves + added.length;
  const total = add(games.map((game) => 100 * game.opponent)) + 100 * add(added);
  const percent = halfUp(100 * scored, 2 * counted);
  const above = scored - counted;
  const dp = !added.length && above > 0 ? 20 * above : performanceDifference(percent);
  const computed = halfUp(total + 100 * dp * counted, 100 * counted);
  const rating = Math.min(computed, FIRST.largest);
  return { games: games.length, halves, average: halfUp(total, counted), percent, dp, computed, rating };
}

export function performance(opponents, halves) {
  const games = opponents.length;
  const average = halfUp(add(opponents), games);
  const percent = halfUp(100 * halves, 2 * games);
  const dp = performanceDifference(percent);
  return { games, halves, average, percent, dp, rating: average + dp };
}

function firstWhole(low, high, reaches) {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function perfectPerformance(opponents, halves) {
  const lowest = Math.min(...opponents) - 800;
  if (halves === 0) return lowest;
  const expected = (rating) => add(opponents.map((opponent) => expectedHundredths(rating - opponent)));
  return firstWhole(lowest, Math.max(...opponents) + 800, (rating) => expected(rating) >= 50 * halves);
}

// ---- what is needed

export function needOutcome(rule, own, k, games, opponent, halves) {
  if (rule === "elo") return { k, ...series(own, k, games, opponent, halves) };
  const gap = difference(whole(own), whole(opponent), DATES.own2650, "standard", false);
  const expected = games * expectedHundredths(gap.used);
  const used = limitedTo700({ k }, games).k;
  const change = halfAway(hundredths(used) * (50 * halves - expected), 10_000);
  return { expected: expected / 100, k: used, change, new: whole(own) + change };
}

const reaches = (made, target) => made.new >= target - OPPONENTS.almost;

export function pointsNeeded(rule, own, target, k, games, opponent) {
  for (let halves = 0; halves <= 2 * games; halves += 1) {
    if (reaches(needOutcome(rule, own, k, games, opponent, halves), target)) return halves;
  }
  return null;
}

export function gamesNeeded(rule, own, target, k, opponent, most) {
  for (let games = 1; games <= most; games += 1) {
    if (reaches(needOutcome(rule, own, k, games, opponent, 2 * games), target)) return games;
  }
  return null;
}

export function opponentsNeeded(rule, own, target, k, games, halves) {
  const enough = (opponent) => reaches(needOutcome(rule, own, k, games, opponent, halves), target);
  return enough(OPPONENTS.highest) ? firstWhole(OPPONENTS.lowest, OPPONENTS.highest, enough) : null;
}

// ---- margin of a win

const MULTIPLIERS = {
  none: () => 1,
  goals: (margin) => (margin < 2 ? 1 : margin === 2 ? 1.5 : (11 + margin) / 8),
  nba: (margin, gap) => (margin + 3) ** 0.8 / Math.max(7.5 + 0.006 * gap, LEAST_DENOMINATOR),
  nfl: (margin, gap) =>
    margin === 0 ? Math.log(2) * 2.2 : (Math.log(margin + 1) * 2.2) / Math.max(2.2 + 0.001 * gap, LEAST_DENOMINATOR),
};

// ``gap``: the home side's rating difference, advantage included.
export function multiplier(name, home, away, gap) {
  if (home === away) return MULTIPLIERS[name](0, 0);
  return MULTIPLIERS[name](Math.abs(home - away), home > away ? gap : -gap);
}

// ---- Glicko-2; step numbers are the paper's

const weight = (deviation) => {
  const phi = deviation / GLICKO.scale;
  return 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));
};
const glickoExpected = (own, opponent, g) =>
  1 / (1 + Math.exp(limited((g * (opponent - own)) / GLICKO.scale, GLICKO.largestExponent)));

export const predictedScore = (own, deviation, opponent, opponentDeviation) =>
  glickoExpected(own, opponent, weight(Math.sqrt(deviation ** 2 + opponentDeviation ** 2)));

export function grown(deviation, volatility, periods) {
  const phi = deviation / GLICKO.scale;
  return GLICKO.scale * Math.sqrt(phi * phi + periods * volatility * volatility);
}

export function glicko2(rating, deviation, volatility, results, tau, periods = 1) {
  const phi = deviation / GLICKO.scale;
  const games = results.map((result) => {
    const g = weight(result.deviation);
    const expected = glickoExpected(rating, result.rating, g);
    const other = glickoExpected(result.rating, rating, g);
    return { g, expected, information: g * g * expected * other, surplus: g * (result.score - expected) };
  });
  const variance = 1 / add(games.map((game) => game.information)); // step 3
  const improvement = variance * add(games.map((game) => game.surplus)); // step 4
  const newVolatility = solveVolatility(volatility, phi, variance, improvement, tau);
  const inflated = Math.sqrt(phi * phi + periods * newVolatility * newVolatility); // step 6
  const newPhi = 1 / Math.sqrt(1 / (inflated * inflated) + 1 / variance); // step 7
  const changes = games.map((game) => GLICKO.scale * newPhi * newPhi * game.surplus);
  return {
    rating: rating + add(changes),
    deviation: GLICKO.scale * newPhi,
    volatility: newVolatility,
    inflated: GLICKO.scale * inflated,
    games,
    changes,
  };
}

// Step 5: the root of f by the Illinois algorithm.
function solveVolatility(volatility, phi, variance, improvement, tau) {
  const a = Math.log(volatility * volatility);
  const spread = phi * phi + variance;
  const excess = improvement * improvement - spread;
  const f = (x) => {
    const ex = Math.exp(x);
    return (ex * (excess - ex)) / (2 * (spread + ex) ** 2) - (x - a) / (tau * tau);
  };
  let low = a;
  let high = excess > 0 ? Math.log(excess) : bracket(f, a, tau);
  let fLow = f(low);
  let fHigh = f(high);
  while (Math.abs(high - low) > GLICKO.epsilon) {
    const next = low + ((low - high) * fLow) / (fHigh - fLow);
    const fNext = f(next);
    if (fNext * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [next, fNext];
  }
  return Math.exp(low / 2);
}

function bracket(f, a, tau) {
  let steps = 1;
  while (f(a - steps * tau) < 0) steps += 1;
  return a - steps * tau;
}
