// The recording page: what each result would bring appears by itself, and one press of Save is one.
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

form.addEventListener("change", (event) => {
  if (event.target.name === "outcome") return;
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT);
});

form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});

// Back to a page kept by the browser: it can be sent again, and the server knows what it has.
window.addEventListener("pageshow", () => delete form.dataset.sent);

form.querySelector("[data-show]").hidden = true;
form.querySelector("[aria-invalid=true]")?.focus();
