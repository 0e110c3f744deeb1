// A link that is shown once: a click into its field selects and copies it.

for (const field of document.querySelectorAll("[data-copied]")) {
  const words = field.parentElement.querySelector("[data-copy-words]");
  field.addEventListener("focus", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      words.hidden = false;
    } catch {
      // Without the right to the clipboard the text stays selected.
    }
  });
}
