// Lists: filters take effect as they are changed, and a swap of the table is announced.
// Without this file the same forms and links work by reloading the page.
(() => {
  "use strict";
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-auto]");
    if (form && event.target.matches("select")) form.requestSubmit();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const said = document.getElementById("announce");
    const caption = event.target.querySelector?.("caption") ?? document.querySelector("#listing caption");
    if (said && caption) said.textContent = caption.textContent.trim().replace(/\s+/g, " ");
  });
})();
