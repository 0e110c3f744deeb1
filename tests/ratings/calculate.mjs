// Runs cases through the browser's modules: in node, and in Chromium by the same function.
// A case: {mode, fields: {name: {data, text}}, page}. Answers: {errors} or {result, answer}.
export async function run(cases, base) {
  const { MODES } = await import(`${base}/calculator/modes.js`);
  const { Wrong, read } = await import(`${base}/calculator/reading.js`);
  const { answer, writer } = await import(`${base}/calculator/answer.js`);
  return cases.map(({ mode, fields, page }) => {
    const values = {};
    const errors = {};
    const write = writer(page);
    const kept = (name, error) => {
      if (!(error instanceof Wrong)) throw error;
      errors[name || error.field] = error.problems.map(([code, said]) => write.sentence(code, said));
    };
    for (const [name, { data, text }] of Object.entries(fields)) {
      try {
        values[name] = read(data, text);
      } catch (error) {
        kept(name, error);
      }
    }
    if (Object.keys(errors).length) return { errors };
    try {
      const result = MODES[mode](values);
      return { result, answer: answer(result, page.view, write) };
    } catch (error) {
      kept("", error);
      return { errors };
    }
  });
}
