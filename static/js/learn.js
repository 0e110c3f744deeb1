// The explanation: the formula follows what is typed, and the exercises answer at once.
// Without this file the same forms ask the server.
import { writer } from "./calculator/answer.js";
import { Wrong, read } from "./calculator/reading.js";
import { exchange } from "./rating.js";

const data = JSON.parse(document.getElementById("learn-data").textContent);
const write = writer(data.page);

// ---- the formula

const live = document.querySelector("[data-live]");
const worked = document.getElementById("live-said");

function work() {
  const values = {};
  for (const control of live.querySelectorAll("[data-kind]")) {
    try {
      values[control.name] = read(control.dataset, control.value);
      control.removeAttribute("aria-invalid");
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      control.setAttribute("aria-invalid", "true");
      const [code, said] = error.problems[0];
      worked.textContent = `${control.labels[0].textContent}: ${write.sentence(code, said)}`;
      return;
    }
  }
  const { own, opponent, k, score } = values;
  const made = exchange(own, opponent, k, score);
  const numbers = { own, opponent, k, score: score / 2, row_expected: made.expected, change: made.change };
  worked.textContent = write.sentence("live_formula", numbers);
}

live.addEventListener("input", work);
live.addEventListener("submit", (event) => {
  event.preventDefault();
  work();
});
live.querySelector("[data-without-script]").hidden = true;

// ---- the exercises

function line(text, kind, mark = "") {
  const made = document.createElement("p");
  if (kind) made.className = kind;
  if (mark) {
    const strong = document.createElement("strong");
    strong.textContent = mark;
    made.append(strong, " ");
  }
  made.append(text);
  return made;
}

for (const board of document.querySelectorAll("[data-exercise]")) {
  const { right, reasons, solved } = data.exercises[board.dataset.exercise];
  const article = board.closest("article");
  const verdict = article.querySelector(".verdict");
  const again = article.querySelector("[data-again]");
  const found = new Set([...board.querySelectorAll("input[name=found]")].map((input) => input.value));

  const mark = (square) => {
    board.querySelector(".missed")?.classList.remove("missed");
    if (found.has(square.value)) square.classList.add("found");
    else square.classList.add("missed");
  };

  board.addEventListener("submit", (event) => {
    const square = event.submitter;
    if (!square) return;
    event.preventDefault();
    const hit = right.includes(square.value);
    if (hit) found.add(square.value);
    mark(square);
    const said = [line(reasons[square.value], hit ? "right" : "wrong", hit ? data.words.right : data.words.wrong)];
    if (found.size === right.length) said.push(line(solved, "solved"));
    else if (found.size) said.push(line(data.more));
    verdict.replaceChildren(...said);
    again.hidden = false;
  });

  again.addEventListener("click", (event) => {
    event.preventDefault();
    found.clear();
    for (const square of board.querySelectorAll(".found, .missed")) square.classList.remove("found", "missed");
    for (const input of board.querySelectorAll("input[name=found]")) input.remove();
    verdict.replaceChildren();
    again.hidden = true;
    board.querySelector("button").focus();
  });
}
