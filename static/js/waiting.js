// A button whose work takes seconds: its form says so while the browser waits for the answer.

for (const button of document.querySelectorAll("[data-waits]")) {
  const shown = button.form.querySelector("[data-waiting]");
  button.form.addEventListener("submit", (event) => {
    if (event.submitter === button) shown.hidden = false;
  });
  // Back in the page by the browser's own button: nothing is being waited for.
  window.addEventListener("pageshow", () => { shown.hidden = true; });
}
