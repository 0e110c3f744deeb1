// The entry grid: results by one key each, the next empty cell by itself, what a result would bring.
// Without this file the page is a plain form and says the same when it is sent.
const RESULTS = { 1: "1", 0: "0", "=": "=", 5: "=", ",": "=", "+": "+", "-": "-", "−": "-", x: "x", "*": "x" };
const form = document.querySelector("form[data-grid]");
const rows = [...form.querySelectorAll("[data-row]")];
const byKeys = form.dataset.grid === "keys"; // chess: one key is a result; elsewhere 3:1 is typed out

// As they are filled in: both players, then the result (which stands between them on the page).
const cells = (row) => [...row.querySelectorAll(".chooser input.form-control"), row.querySelector("[data-result]")];
const rowOf = (element) => element.closest("[data-row]");
const result = (row) => row.querySelector("[data-result]");

function firstEmpty(row) {
  return cells(row).find((cell) => !cell.value);
}

function go(cell) {
  if (!cell) return;
  cell.focus();
  cell.select?.();
}

// The first empty cell from a row on; when there is none, the button that saves.
function goOn(from) {
  const left = rows.slice(from).map(firstEmpty).find(Boolean);
  go(left ?? form.querySelector("[data-save]"));
}

function goOnAfter(cell) {
  const row = rowOf(cell);
  const left = firstEmpty(row);
  if (left) go(left);
  else goOn(rows.indexOf(row) + 1);
}

function move(cell, step) {
  const row = rows[rows.indexOf(rowOf(cell)) + step];
  if (row) go(cells(row)[cells(rowOf(cell)).indexOf(cell)] ?? result(row));
}

function put(cell, value) {
  cell.value = value;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
}

function inResult(event, cell) {
  const key = RESULTS[event.key.toLowerCase()];
  if (byKeys && key !== undefined) {
    put(cell, key);
    goOnAfter(cell);
  } else if (event.key === "Delete" || (byKeys && event.key === "Backspace")) {
    put(cell, "");
  } else if (event.key === "ArrowLeft" && (byKeys || !cell.value)) {
    go(cells(rowOf(cell))[0]);
  } else if (event.key === "ArrowRight" && (byKeys || !cell.value)) {
    go(cells(rowOf(cell))[1]);
  } else {
    return false;
  }
  return true;
}

function pressed(event) {
  const cell = event.target;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit(form.querySelector("[data-save]"));
    return;
  }
  if (!cell.matches(".chooser input.form-control, [data-result]")) return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  let done = true;
  if (event.key === "ArrowUp" || event.key === "ArrowDown") move(cell, event.key === "ArrowUp" ? -1 : 1);
  else if (event.key === "Enter") goOnAfter(cell);
  else done = cell.matches("[data-result]") && inResult(event, cell);
  if (done) event.preventDefault();
}

// -- what each result would bring ------------------------------------------------------------------------

function picked(row, side) {
  const chooser = row.querySelectorAll(".chooser")[side];
  const input = chooser?.querySelector("input.form-control");
  const value = chooser?.querySelector(`input[name="${input.name}_pick"]:not([type=radio]), input[name="${input.name}_pick"]:checked`)?.value;
  return /^\d+$/.test(value ?? "") && input.value ? value : null;
}

async function bring(row) {
  const shown = row.querySelector("[data-brings]");
  const [white, black] = [picked(row, 0), picked(row, 1)];
  if (!shown || row.dataset.row === "stored") return;
  if (!white || !black) {
    shown.textContent = "";
    return;
  }
  try {
    const asked = new URLSearchParams({ white, black, day: form.dataset.day, event: form.dataset.event });
    const answer = await fetch(`${form.dataset.stakes}?${asked}`, { headers: { Accept: "application/json" } });
    if (answer.ok && !answer.redirected) shown.textContent = (await answer.json()).text;
  } catch {
    // no network: what stands there stays
  }
}

form.addEventListener("keydown", pressed);
form.addEventListener("change", (event) => {
  const row = rowOf(event.target);
  if (!row || !event.target.closest(".chooser")) return;
  bring(row);
  if (!event.isTrusted) goOnAfter(event.target); // a player was taken from the list
});
form.addEventListener("nobody", (event) => goOnAfter(event.target)); // Enter on a name that nobody has
form.addEventListener("input", (event) => {
  const row = rowOf(event.target);
  if (row && event.target.matches("[data-result]")) {
    row.classList.toggle("touched", event.target.value !== event.target.defaultValue);
    row.classList.remove("same", "differs");
  }
});
form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => delete form.dataset.sent);

for (const button of form.querySelectorAll("[data-show]")) button.hidden = true;
const wrong = form.querySelector("[autofocus]");
if (wrong) go(wrong);
else goOn(0);
