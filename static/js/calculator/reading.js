// What people type -> values, by the same patterns as the server. A wrong text throws Wrong: codes with values.
import { PATTERNS, READING } from "../rating_tables.js";

const COMPILED = Object.fromEntries(
  Object.entries(PATTERNS).map(([name, text]) => [name, new RegExp(text, name === "blanks" ? "g" : "i")]),
);
const matched = (name, text) => COMPILED[name].exec(text);

export class Wrong extends Error {
  constructor(problems, field = "") {
    super("wrong");
    this.problems = problems;
    this.field = field;
  }
}

export const wrong = (code, values = {}, field = "") => new Wrong([[code, values]], field);

function shortened(text) {
  const characters = [...text];
  return characters.length <= READING.shown ? text : `${characters.slice(0, READING.shown - 1).join("")}…`;
}

function stripped(text, characters = " \t\u00a0") {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start])) start += 1;
  while (end > start && characters.includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

// bounds: {low, high, whole, rating}
export function readNumber(text, bounds) {
  let bare = text.replace(COMPILED.blanks, "");
  if (!bare) throw wrong("empty");
  if (!matched("number", bare)) throw wrong("not_a_number", { text: shortened(text.trim()) });
  if (bounds.rating && matched("thousands", bare)) bare = bare[0] + bare.slice(2);
  const value = Number(bare.replace("−", "-").replace(",", ".")) + 0;
  if (!(bounds.low <= value && value <= bounds.high)) {
    throw wrong("out_of_range", { low: bounds.low, high: bounds.high });
  }
  if (bounds.whole && !Number.isInteger(value)) throw wrong("not_whole", { text: shortened(text.trim()) });
  return value;
}

export function readPoints(text) {
  const bare = stripped(text.replaceAll("\u00a0", " "), " \t");
  if (!bare) throw wrong("empty");
  const half = matched("halves", bare);
  if (half) return 2 * Number(half.slice(1).find((group) => group) ?? 0) + 1;
  const full = matched("points", bare);
  if (full) return 2 * Number(full[1]);
  throw wrong("not_points", { text: shortened(bare) });
}

function halvesOf(score) {
  if (["1/2", "1\u20442", "½", "="].includes(score) || score.includes("5")) return 1;
  return score.startsWith("1") ? 2 : 0;
}

export function readScore(text) {
  const bare = stripped(text);
  if (!bare) throw wrong("empty");
  if (!matched("score", bare)) throw wrong("not_a_score", { text: shortened(bare) });
  return halvesOf(bare);
}

export function readDay(text) {
  const bare = stripped(text, " \t");
  if (!bare) throw wrong("empty");
  const found = matched("day", bare);
  const day = found && new Date(Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])));
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== bare) {
    throw wrong("not_a_day", { text: shortened(bare) });
  }
  if (bare < READING.earliest || bare > READING.latest) {
    throw wrong("day_out_of_range", { first: READING.earliest, last: READING.latest });
  }
  return bare;
}

export function readFederation(text) {
  const bare = stripped(text, " \t").toUpperCase();
  if (bare && !matched("federation", bare)) throw wrong("not_a_federation", { text: shortened(bare) });
  return bare;
}

// ---- one thing a line

function filled(text) {
  const found = [];
  let heading = true;
  for (const [place, each] of text.split(/\r\n|\r|\n/).entries()) {
    const line = stripped(each);
    if (!line) continue;
    if (!heading || /[0-9]/.test(line)) found.push([place + 1, line]);
    heading = false;
  }
  return found;
}

function readLines(text, line) {
  const numbered = filled(text);
  if (!numbered.length) throw wrong("no_lines");
  if (numbered.length > READING.lines) throw wrong("too_many_lines", { count: numbered.length, most: READING.lines });
  const found = [];
  const problems = [];
  for (const [number, each] of numbered) {
    try {
      found.push(line(each));
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      const [code, values] = error.problems[0];
      problems.push([`line_${code}`, { line: number, ...values }]);
    }
  }
  const played = found.filter((each) => each !== null);
  if (!problems.length && !played.some((each) => !("start" in each))) throw wrong("none_played");
  if (!problems.length) return played;
  const more = problems.length - READING.messages;
  throw new Wrong([...problems.slice(0, READING.messages), ...(more > 0 ? [["more_lines", { count: more }]] : [])]);
}

function matchedLine(pattern, line, code) {
  const found = [...line].length <= READING.characters ? matched(pattern, line) : null;
  if (!found) throw wrong(code, { text: shortened(line) });
  return found;
}

const isToCome = (line) => [...line].length <= READING.characters && matched("unplayed", line);

const LINES = {
  games: (bounds) => (line) => {
    if (isToCome(line)) return null;
    const found = matchedLine("games", line, "no_game");
    return { opponent: readNumber(found[1], bounds[0]), halves: halvesOf(found[2] ?? found[3]) };
  },
  period: (bounds) => (line) => {
    const found = [...line].length <= READING.characters && matched("tournament", line);
    if (!found) return LINES.games(bounds)(line);
    const own = found[2] === undefined ? null : readNumber(found[2], bounds[0]);
    return { start: readDay(found[1]), own };
  },
  uncertain: (bounds) => (line) => {
    if (isToCome(line)) return null;
    const found = matchedLine("uncertain", line, "no_result");
    return {
      rating: readNumber(found[1], bounds[0]),
      deviation: readNumber(found[2], bounds[1]),
      score: halvesOf(found[3] ?? found[4]) / 2,
    };
  },
  norm: (bounds) => (line) => {
    const found = matchedLine("norm", line, "no_opponent");
    const unrated = ["-", "unr", "0"].includes(found[1].toLowerCase());
    return {
      rating: unrated ? null : readNumber(found[1], bounds[0]),
      title: (found[2] ?? "").toUpperCase().replace("-", ""),
      federation: (found[3] ?? "").toUpperCase().replace("-", ""),
      halves: halvesOf(found[4] ?? found[5]),
    };
  },
};

// The games of a period, each with the tournament whose line stands above it.
function inTournaments(lines) {
  let tournament = null;
  const made = [];
  for (const each of lines) {
    if ("start" in each) tournament = each;
    else made.push({ ...each, tournament });
  }
  return made;
}

function boundsOf(data, place = "") {
  return {
    low: Number(data[`low${place}`]),
    high: Number(data[`high${place}`]),
    whole: `whole${place}` in data,
    rating: `rating${place}` in data,
  };
}

// The value of a field: ``data`` is its dataset, which says how it is read.
export function read(data, text) {
  if (data.optional && !text.trim()) return null;
  switch (data.kind) {
    case "number": return readNumber(text, boundsOf(data));
    case "points": return readPoints(text);
    case "score": return readScore(text);
    case "day": return readDay(text);
    case "federation": return readFederation(text);
    case "choice": return text;
    case "period": return inTournaments(readLines(text, LINES.period([boundsOf(data)])));
    default: return readLines(text, LINES[data.kind]([boundsOf(data), boundsOf(data, "1")]));
  }
}
