// A calculator's page: computes as one types, in the browser. Nothing is sent.
// Without this file the form asks the server, which gives the same digits.
import { answer, writer } from "./calculator/answer.js";
import { MODES } from "./calculator/modes.js";
import { Wrong, read } from "./calculator/reading.js";

const page = JSON.parse(document.getElementById("calculator-data").textContent);
const write = writer(page);
const form = document.getElementById("calculator");
const link = form.querySelector("[data-link]");
const said = document.getElementById("calculator-said");
const controls = [...form.elements].filter((control) => control.dataset.kind);
const KEY = `calculator.${page.mode}`;
const PLACE = form.dataset.place ?? location.pathname; // a frame on another site leads to the calculator's own page
const LONGEST = 7000; // characters of an address that every server takes

// ---- reading

function readAll() {
  const values = {};
  const problems = new Map();
  for (const control of controls) {
    try {
      values[control.name] = read(control.dataset, control.value);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      problems.set(control.name, error.problems);
    }
  }
  return { values, problems };
}

function compute() {
  const { values, problems } = readAll();
  let made = null;
  if (!problems.size) {
    try {
      made = answer(MODES[page.mode](values), page.view, write);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      problems.set(error.field, error.problems);
    }
  }
  showProblems(problems);
  showAnswer(made);
}

// ---- showing

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const filled = (name, children, attributes) => {
  const made = element(name, "", attributes);
  made.append(...children);
  return made;
};

function showProblems(problems) {
  for (const control of controls) {
    const found = problems.get(control.name) ?? [];
    const texts = found.map(([code, values]) => write.sentence(code, values));
    const place = document.getElementById(`${control.id}_error`);
    if (place.textContent.trim() !== texts.join("")) place.replaceChildren(...texts.map((text) => element("p", text)));
    if (texts.length) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
}

function showAnswer(made) {
  const main = document.getElementById("answer-main");
  const content = made ? figures(made.figures) : [element("p", write.say("wrong"), { class: "no-answer" })];
  // Only what has changed is announced.
  if (main.textContent.replace(/\s+/g, "") !== content.map((each) => each.textContent).join("").replace(/\s+/g, "")) {
    main.replaceChildren(...content);
  }
  const rest = document.getElementById("answer-rest");
  rest.replaceChildren(...(made ? [...notes(made.notes), ...made.tables.map(table)] : []));
}

function figures(found) {
  if (!found.length) return [];
  const groups = found.map(([label, text]) => filled("div", [element("dt", label), element("dd", text)]));
  return [filled("dl", groups, { class: "figures" })];
}

const notes = (texts) =>
  texts.length ? [filled("ul", texts.map((text) => element("li", text)), { class: "answer-notes" })] : [];

function table({ caption, heads, words, rows, foot }) {
  const cell = (text, at) => element("td", text, words[at] ? { class: "words" } : {});
  const head = filled("tr", heads.map((text) => element("th", text, { scope: "col" })));
  const line = (cells, attributes) => filled("tr", cells.map(cell), attributes);
  const body = [...rows.map((cells) => line(cells)), ...(foot.length ? [line(foot, { class: "sum" })] : [])];
  const parts = [element("caption", caption), filled("thead", [head]), filled("tbody", body)];
  const attributes = { class: "sheet-scroll", role: "region", tabindex: "0", "aria-label": caption };
  return filled("div", [filled("table", parts, { class: "sheet numbers-sheet" })], attributes);
}

// ---- remembering: the address, and this browser

const current = () => Object.fromEntries(controls.map((control) => [control.name, control.value]));

function address() {
  const place = `${PLACE}?${new URLSearchParams(current())}`;
  return place.length > LONGEST ? "" : place;
}

function remember() {
  if (!page.remembers) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(current()));
  } catch {
    // storage may be forbidden: then nothing is remembered
  }
}

// The link leads to what is on the page now, and so does the switch of languages. The browser's own address
// stays as it is: some browsers fetch the icon again when it changes, and would tell the server what was typed.
function follow(place) {
  link.hidden = !place;
  link.href = place || PLACE;
  for (const field of document.querySelectorAll("input[name=next]")) field.value = place || PLACE;
}

function recall() {
  try {
    return location.search || !page.remembers ? null : JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function fill(values) {
  for (const control of controls) {
    const value = values?.[control.name];
    if (typeof value !== "string") continue;
    if (control.tagName !== "SELECT" || [...control.options].some((option) => option.value === value)) {
      control.value = value;
    }
  }
  markChips();
}

function changed() {
  said.textContent = "";
  markChips();
  compute();
  remember();
  follow(address());
}

// ---- ready choices

function markChips() {
  for (const link of form.querySelectorAll("[data-fill]")) {
    const wanted = Object.entries(JSON.parse(link.dataset.fill));
    const chosen = wanted.every(([name, value]) => form.elements[name].value === value);
    if (chosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

form.addEventListener("click", (event) => {
  const link = event.target.closest("[data-fill]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  fill(JSON.parse(link.dataset.fill));
  changed();
});

form.addEventListener("input", changed);
form.addEventListener("change", changed);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  changed();
});

form.querySelector("[data-clear]").addEventListener("click", () => {
  try {
    if (page.remembers) localStorage.removeItem(KEY);
  } catch {
    // there was nothing to forget
  }
  fill(page.initial);
  if (location.search && page.remembers) history.replaceState(null, "", location.pathname);
  follow(address());
  compute();
  said.textContent = write.say("cleared");
});

form.querySelector("[data-copy]").addEventListener("click", async () => {
  const place = address();
  try {
    if (place) await navigator.clipboard.writeText(location.origin + place);
    said.textContent = write.say(place ? "copied" : "too_long_to_share");
  } catch {
    said.textContent = write.say("not_copied");
  }
});

for (const hidden of form.querySelectorAll("[data-with-script], [data-copy], [data-clear]")) hidden.hidden = false;
form.querySelector("[data-without-script]").hidden = true;
fill(recall());
follow(address());
compute();
