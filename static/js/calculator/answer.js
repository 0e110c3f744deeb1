// The numbers of an answer as its page shows them: same formats, words and views as the server's.

export function writer({ decimal, formats, words }) {
  const rounded = (value, places) => {
    const scale = 10 ** places;
    return (Math.sign(value) * Math.floor(Math.abs(value) * scale + 0.5 + 1e-9)) / scale;
  };
  const digits = (value, places) => {
    const scaled = Math.floor(Math.abs(value) * 10 ** places + 0.5 + 1e-9);
    const text = String(scaled).padStart(places + 1, "0");
    return places ? `${text.slice(0, -places)}${decimal}${text.slice(-places)}` : text;
  };
  const plain = (value, places = 0) => `${rounded(value, places) < 0 ? "−" : ""}${digits(value, places)}`;
  const trimmed = (value, places) => {
    for (let needed = 0; needed < places; needed += 1) {
      if (rounded(value, needed) === rounded(value, places)) return plain(value, needed);
    }
    return plain(value, places);
  };
  const plus = (value, places, text) => (rounded(value, places) > 0 ? `+${text}` : text);
  const points = (value, places) => {
    const full = Math.trunc(value);
    if (value === full) return plain(value);
    return value === full + 0.5 ? `${full || ""}½` : trimmed(value, places);
  };
  const say = (code, values = {}) =>
    words[code].replace(/%%|%\((\w+)\)s/g, (all, name) => (all === "%%" ? "%" : (values[name] ?? all)));
  const shown = {
    plain,
    trimmed,
    signed: (value, places) => plus(value, places, plain(value, places)),
    signed_trimmed: (value, places) => plus(value, places, trimmed(value, places)),
    percent: (value, places) => `${plain(100 * value, places)}\u00a0%`,
    points,
    word: (value) => (value ? say(value) : ""),
    text: String,
  };
  const show = (name, value) => {
    if (value === null || value === undefined) return "–";
    const [kind, places] = formats[name] ?? ["text", 0];
    return shown[kind](value, places);
  };
  const sentence = (code, values) =>
    say(code, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(name, value)])));
  const isWord = (name) => formats[name]?.[0] === "word";
  return { show, say, sentence, isWord, label: (name) => say(`label_${name}`) };
}

const known = (value) => value !== null && value !== undefined;

// As the server's ``showing.answer``.
export function answer(result, view, write) {
  const cells = (row, columns) => columns.map((name) => (name in row ? write.show(name, row[name]) : ""));
  return {
    figures: view.figures
      .filter((name) => known(result[name]))
      .map((name) => [write.label(name), write.show(name, result[name])]),
    notes: (result.notes ?? []).map(([code, values]) => write.sentence(code, values)),
    tables: view.tables
      .filter((table) => result[table.key]?.length)
      .map((table) => {
        const rows = result[table.key];
        const columns = table.columns.filter((name) => rows.some((row) => known(row[name])));
        const foot = table.foot ? result[table.foot] : null;
        return {
          caption: write.say(`table_${table.key}`),
          heads: columns.map((name) => write.label(name)),
          words: columns.map((name) => write.isWord(name)),
          rows: rows.map((row) => cells(row, columns)),
          foot: foot ? cells(foot, columns) : [],
        };
      }),
  };
}
