// The recording page: Enter goes from White to Black to the result, what each result would bring appears by itself, and
// one press of Save is one.
// Without this file a second button shows the same, and the server takes care of the second press.
const WAIT = 120;
const form = document.querySelector("form[data-record]");
const shown = document.getElementById("stakes");
const LEFT_OUT = new Set(["csrfmiddlewaretoken", "token", "reason", "new_event", "outcome"]);
let timer;
let running;

async function ask() {
  running?.abort();
  running = new AbortController();
  const wanted = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (!LEFT_OUT.has(name) && value) wanted.append(name, value);
  }
  if (!wanted.get("white") || !wanted.get("black")) return;
  shown.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${form.dataset.stakes}?${wanted}`, { signal: running.signal });
    if (answer.ok && !answer.redirected) shown.innerHTML = await answer.text();
  } catch {
    // aborted by a newer question, or no network: the numbers that stand there stay
  } finally {
    shown.removeAttribute("aria-busy");
  }
}

// White, Black, then the result: where goals or points are counted, these.
const names = [...form.querySelectorAll(".pair > .chooser input.form-control")];
const RESULT = ["[name=white_points]", "[name=outcome]:checked", "[name=outcome]"];

function result() {
  return RESULT.map((each) => form.querySelector(each)).find(Boolean);
}

function goOnFrom(name) {
  const next = names[names.indexOf(name) + 1] ?? result();
  next?.focus();
  if (names.includes(next)) next.select();
}

form.addEventListener("change", (event) => {
  if (event.target.name === "outcome") return;
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT);
  if (!event.isTrusted && names.includes(event.target)) goOnFrom(event.target); // a player was taken from the list
});

form.addEventListener("nobody", (event) => goOnFrom(event.target));

// What the list of suggestions leaves of Enter: in a name it goes on; with Ctrl it saves from anywhere.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) form.requestSubmit(form.querySelector("[name=step][value=save]"));
  else if (names.includes(event.target)) goOnFrom(event.target);
  else return;
  event.preventDefault();
});

form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});

// Back to a page kept by the browser: it can be sent again, and the server knows what it has.
window.addEventListener("pageshow", () => delete form.dataset.sent);

form.querySelector("[data-show]").hidden = true;
form.querySelector("[aria-invalid=true]")?.focus();
