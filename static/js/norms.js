// Title norms: B.01 1.4. What the kernel's norms, norm_check, norm_games and norm_choice compute.
import { performance } from "./rating.js";
import { NORMS, NORM_CHECK } from "./rating_tables.js";

const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

// 1.4.1: games a norm needs, and as how many it counts (1.7).
export function normGames(championship, games, unplayed, rounds) {
  const usual = NORM_CHECK.games[championship];
  const { nineRounds } = NORM_CHECK;
  const ninth = rounds === nineRounds && games === nineRounds - 1 && unplayed === 1;
  return { ninth, needed: ninth ? Math.min(usual, nineRounds - 1) : usual };
}

// 1.4.1d: each full point more than the norm asks is one game more.
function surplusGames(norm, counted, halves) {
  const reached = (fewer) => {
    const made = performance(counted, halves - fewer);
    const enough = 100 * (halves - fewer) >= 2 * NORM_CHECK.percent * counted.length;
    return made.rating >= norm.performance && made.average >= norm.average && enough;
  };
  let fewer = 0;
  while (fewer < halves && reached(fewer + 1)) fewer += 1;
  return Math.floor(fewer / 2);
}

function countedGames(norm, championship, counted, halves, unplayed, rounds) {
  const games = counted.length;
  const most = NORM_CHECK.mostCounted;
  if (rounds > most) return { games: Math.min(games, most), ninth: false, surplus: 0, cut: games > most };
  const { ninth } = normGames(championship, games, unplayed, rounds);
  const cup = championship === "cup" && games === NORM_CHECK.games.cup;
  const surplus = surplusGames(norm, counted, halves);
  return { games: games + (ninth || cup ? 1 : 0) + surplus, ninth, surplus, cut: false };
}

export function normCheck(
  title, own, opponents, championship = "ordinary", unplayed = 0, rounds = opponents.length + unplayed,
) {
  const norm = NORMS[title];
  const counted = opponents.map((opponent) => opponent.rating ?? NORM_CHECK.unrated);
  const lowest = counted.indexOf(Math.min(...counted));
  const low = counted[lowest];
  counted[lowest] = Math.max(low, norm.raisedTo);
  const halves = add(opponents.map((opponent) => opponent.halves));
  const made = performance(counted, halves);
  const games = counted.length;
  const federations = new Map();
  for (const { federation } of opponents) {
    if (NORM_CHECK.noFederation.includes(federation)) continue;
    federations.set(federation, (federations.get(federation) ?? 0) + 1);
  }
  const count = (fits) => opponents.filter((opponent) => fits(opponent.title)).length;
  const least = (code, needed, has) => ({ code, needed, has, met: has >= needed, most: false });
  const most = (code, needed, has) => ({ code, needed, has, met: has <= needed, most: true });
  const enough = 2 * NORM_CHECK.percent * games;
  const checks = [
    least("norm_games", normGames(championship, games, unplayed, rounds).needed, games),
    least("norm_performance", norm.performance, made.rating),
    least("norm_average", norm.average, made.average),
    { ...least("norm_points", Math.ceil(enough / 100) / 2, halves / 2), met: 100 * halves >= enough },
    least("norm_holders", Math.ceil(games / 2), count((held) => NORM_CHECK.holders.includes(held))),
    least("norm_level", Math.max(Math.ceil(games / 3), 3), count((held) => norm.levels.includes(held))),
    least("norm_foreign", NORM_CHECK.foreign, [...federations.keys()].filter((each) => each !== own).length),
    most("norm_own", Math.floor((games * 3) / 5), federations.get(own) ?? 0),
    most("norm_one", Math.floor((games * 2) / 3), Math.max(0, ...federations.values())),
  ];
  const reached = checks.every((check) => check.met);
  const counts = countedGames(norm, championship, counted, halves, unplayed, rounds);
  return { norm, low, performance: made, checks, reached, counted: counts };
}

// 1.4.1e and f: the most games that make a norm. ``swiss``: the pairings were not fixed beforehand.
export function bestNorm(title, own, opponents, championship = "ordinary", unplayed = 0, swiss = false) {
  const whole = normCheck(title, own, opponents, championship, unplayed);
  const mixed = whole.checks.every((check) => check.met || !NORM_CHECK.mix.includes(check.code));
  if (whole.reached || !(swiss || mixed)) return { ...whole, ignored: [] };
  for (const kept of normChoices(title, opponents, championship, swiss)) {
    const rounds = opponents.length + unplayed;
    const made = normCheck(title, own, kept.map((place) => opponents[place]), championship, 0, rounds);
    if (made.reached) return { ...made, ignored: opponents.map((_, n) => n).filter((n) => !kept.includes(n)) };
  }
  return { ...whole, ignored: [] };
}

function* normChoices(title, opponents, championship, swiss) {
  const everything = opponents.length;
  const rated = (place) => opponents[place].rating ?? NORM_CHECK.unrated;
  for (let games = everything - 1; games >= NORM_CHECK.games[championship]; games -= 1) {
    for (let rounds = everything; rounds >= (swiss ? games : everything); rounds -= 1) {
      const places = opponents.slice(0, rounds).map((_, place) => place);
      const won = places.filter((place) => opponents[place].halves === 2).sort((a, b) => rated(a) - rated(b) || a - b);
      const fewer = rounds - games;
      const without = (out) => places.filter((place) => !out.includes(place));
      if (fewer > won.length || !mayBeNorm(title, without(won.slice(0, fewer)).map((place) => opponents[place]))) continue;
      let tried = 0;
      for (const out of combinations(won, fewer)) {
        if (tried === NORM_CHECK.mostTried) break;
        tried += 1;
        yield without(out);
      }
    }
  }
}

// Whether the ratings allow it at best.
function mayBeNorm(title, opponents) {
  const byRating = ["norm_performance", "norm_average", "norm_points"];
  return normCheck(title, "", opponents).checks.every((check) => check.met || !byRating.includes(check.code));
}

function* combinations(values, count, from = 0) {
  if (!count) yield [];
  for (let n = from; count && n <= values.length - count; n += 1) {
    for (const rest of combinations(values, count - 1, n + 1)) yield [values[n], ...rest];
  }
}
