// Lists: filters take effect as they are changed, and a swap of the table is announced.
// Without this file the same forms and links work by reloading the page.
(() => {
  "use strict";
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (event.target.matches("select") && form?.matches("[data-auto]")) form.requestSubmit();
  });
  document.addEventListener("formdata", (event) => {
    // Addresses without the fields that ask for nothing can be read and shared.
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  });
  document.addEventListener("htmx:configRequest", (event) => {
    const asked = event.detail.parameters;
    for (const name of Object.keys(asked)) if (asked[name] === "") delete asked[name];
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const said = document.getElementById("announce");
    const caption = event.target.querySelector?.("caption") ?? document.querySelector("#listing caption");
    for (const address of document.querySelectorAll(".site-foot .print-only")) address.textContent = location.href;
    if (said && caption) said.textContent = caption.textContent.trim().replace(/\s+/g, " ");
  });
})();
