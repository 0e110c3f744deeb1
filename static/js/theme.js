// Sets the colour theme before the page is painted, and lets a button change it.
// Nothing is remembered while the choice equals what the system asks for.
(() => {
  "use strict";
  const KEY = "theme";
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage may be forbidden: then the system decides
    }
  };

  const remember = (theme) => {
    try {
      if (theme === systemTheme()) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // the choice then lasts for this page only
    }
  };

  const systemTheme = () => (system.matches ? "dark" : "light");

  const apply = (theme) => {
    root.dataset.bsTheme = theme;
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(theme === "dark"));
    }
  };

  const current = () => (["light", "dark"].includes(remembered()) ? remembered() : systemTheme());

  apply(current());
  system.addEventListener("change", () => apply(current()));
  document.addEventListener("DOMContentLoaded", () => {
    apply(root.dataset.bsTheme);
    document.addEventListener("click", (event) => {
      if (!event.target.closest("[data-theme-toggle]")) return;
      const next = root.dataset.bsTheme === "dark" ? "light" : "dark";
      remember(next);
      apply(next);
    });
  });
})();
