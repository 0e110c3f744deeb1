// Names for what Django's admin pages leave without one, for those who hear them.

const words = (element) => element.textContent.trim().replace(/:$/, "");

function nameChoosers() {
  for (const box of document.querySelectorAll(".select2-selection[role=combobox]")) {
    const select = box.closest(".select2")?.previousElementSibling;
    const label = select?.id && document.querySelector(`label[for="${select.id}"]`);
    if (!label) continue;
    label.id ||= `${select.id}_label`;
    const chosen = box.querySelector("[id]");
    box.setAttribute("aria-labelledby", `${label.id} ${chosen.id}`);
    chosen.setAttribute("aria-labelledby", label.id);
  }
}

function nameTimes() {
  for (const input of document.querySelectorAll("p.datetime input")) {
    const row = input.closest(".form-row");
    const own = input.previousSibling?.textContent?.trim() ?? "";
    const about = row?.querySelector("legend, label, .label");
    if (!input.labels.length) input.setAttribute("aria-label", `${about ? words(about) : ""} ${own}`.trim());
  }
}

function nameTheRest() {
  for (const mark of document.querySelectorAll("span.help-tooltip[aria-label]")) mark.setAttribute("role", "img");
  for (const head of document.querySelectorAll("thead th:empty")) {
    const cell = document.createElement("td");
    cell.className = head.className;
    head.replaceWith(cell);
  }
  const search = document.getElementById("searchbar");
  const picture = search && document.querySelector('label[for="searchbar"] img');
  if (picture) search.setAttribute("aria-label", picture.alt);
}

function nameAll() {
  nameChoosers();
  nameTimes();
  nameTheRest();
}

window.addEventListener("load", () => setTimeout(nameAll));
document.addEventListener("formset:added", () => setTimeout(nameChoosers));
