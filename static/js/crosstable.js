// The cross table by keyboard: one key is a result and goes on to the next empty cell, arrows move in the table.
const RESULTS = { 1: "1", 0: "0", "=": "=", 5: "=", "+": "+", "-": "-", x: "x", "*": "x" };
const form = document.querySelector("form[data-crosstable]");
const cells = [...(form?.querySelectorAll("[data-result]") ?? [])];

function go(cell) {
  cell?.focus();
  cell?.select?.();
}

function beside(cell, rows, columns) {
  const place = cell.closest("td");
  let row = place.parentElement;
  let index = place.cellIndex;
  for (;;) {
    index += columns;
    for (let step = 0; step < Math.abs(rows) && row; step += 1) row = rows > 0 ? row.nextElementSibling : row.previousElementSibling;
    const next = row?.cells[index];
    if (!next || index < 2) return null;
    const found = next.querySelector("[data-result]");
    if (found) return found;
  }
}

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

form?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit(form.querySelector("[data-save]"));
    return;
  }
  const cell = event.target;
  if (!cell.matches("[data-result]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = RESULTS[event.key.toLowerCase()];
  if (MOVES[event.key]) go(beside(cell, ...MOVES[event.key]));
  else if (key !== undefined) {
    cell.value = key;
    const at = cells.indexOf(cell);
    go(cells.slice(at + 1).find((each) => !each.value) ?? form.querySelector("[data-save]"));
  } else if (event.key === "Delete" || event.key === "Backspace") cell.value = "";
  else return;
  event.preventDefault();
});
form?.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => delete form?.dataset.sent);
go(cells.find((cell) => !cell.value));
