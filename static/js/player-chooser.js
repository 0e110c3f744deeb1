// Players appear while their name is typed. Without this file the server matches what was typed.
// Keys as in every combobox: arrows move, Enter takes, Escape closes.
const WAIT = 150; // milliseconds without a key before the server is asked

class Chooser {
  constructor(root) {
    this.root = root;
    this.input = root.querySelector("input:not([type=hidden]):not([type=radio])");
    this.asked = 0;
    this.chosen = -1;
    this.list = document.createElement("ul");
    this.list.className = "chooser-list";
    this.list.id = `${this.input.id}_list`;
    this.list.hidden = true;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", root.querySelector("label").textContent);
    this.input.after(this.list);
    this.input.setAttribute("role", "combobox");
    this.input.setAttribute("aria-autocomplete", "list");
    this.input.setAttribute("aria-expanded", "false");
    this.input.setAttribute("aria-controls", this.list.id);
    this.input.addEventListener("input", () => this.typed());
    // Typed already while this file was on its way over a weak signal.
    const waiting = document.activeElement === this.input && !root.querySelector("[data-chooser-offered]");
    if (waiting && this.input.value !== this.input.defaultValue) this.typed();
    this.input.addEventListener("keydown", (event) => this.pressed(event));
    this.input.addEventListener("blur", () => this.close());
    // A press on the list must not take the focus from the field before it counts.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.take(option);
    });
  }

  typed() {
    this.settled = false;
    this.forget();
    const radio = document.getElementById(this.input.dataset.chooserRadio ?? "");
    if (radio) radio.checked = true; // who types a name means it
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), WAIT);
  }

  // Whoever types has not chosen: offered players and an earlier choice go.
  forget() {
    this.root.querySelector("[data-chooser-offered]")?.remove();
    this.hidden("pick").value = "";
    this.hidden("for").value = this.input.value;
  }

  hidden(what) {
    const name = `${this.input.name}_${what}`;
    let field = this.root.querySelector(`input[type=hidden][name="${name}"]`);
    if (!field) {
      field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      this.root.append(field);
    }
    return field;
  }

  async ask() {
    const text = this.input.value.trim();
    const asked = ++this.asked;
    if (!text) return this.close();
    try {
      const address = `${this.root.dataset.chooser}?${new URLSearchParams({ q: text })}`;
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok || asked !== this.asked) return;
      const { players } = await answer.json();
      if (asked === this.asked && document.activeElement === this.input) this.show(players);
    } catch {
      // no network: the server matches the text when the form is sent
      this.settled = true;
    }
  }

  show(players) {
    this.list.replaceChildren(...players.map((player, place) => this.option(player, place)));
    this.list.hidden = players.length === 0;
    this.input.setAttribute("aria-expanded", String(players.length > 0));
    this.settled = true;
    this.mark(this.hurried && players.length > 0 ? 0 : -1);
    const hurried = this.hurried;
    this.hurried = false;
    if (hurried && players.length === 1) this.take(this.list.children[0]);
    // Enter on a name that nobody has: the page goes on, the server asks about it when the form is sent.
    if (hurried && players.length === 0) this.input.dispatchEvent(new CustomEvent("nobody", { bubbles: true }));
  }

  // Enter before the suggestions are there: who types fast has not sent the form.
  hurry(event) {
    const name = `${this.input.name}_pick`;
    const picked = this.root.querySelector(`input[name="${name}"]`)?.value;
    if (event.key !== "Enter" || event.ctrlKey || this.settled !== false || picked || !this.input.value.trim()) return;
    event.preventDefault();
    clearTimeout(this.timer);
    this.hurried = true;
    this.ask();
  }

  option(player, place) {
    const option = document.createElement("li");
    option.id = `${this.list.id}_${place}`;
    option.dataset.player = player.id;
    option.dataset.name = player.name;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    const about = document.createElement("span");
    about.className = "about";
    about.textContent = player.about;
    option.append(player.name, " ", about);
    return option;
  }

  pressed(event) {
    const options = this.list.children;
    const stale = event.key === "Enter" && this.settled === false && this.chosen < 0;
    if (stale || this.list.hidden || options.length === 0) return this.hurry(event);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.mark((this.chosen + step + options.length) % options.length);
    } else if (event.key === "Enter" && (this.chosen >= 0 || options.length === 1)) {
      this.take(options[Math.max(this.chosen, 0)]); // one suggestion is meant by Enter, the form is not sent
    } else if (event.key === "Enter" && !event.ctrlKey) {
      this.mark(0); // several: Enter again takes the first, Escape none
    } else if (event.key === "Tab" && this.chosen >= 0) {
      this.take(options[this.chosen]);
      if (document.activeElement === this.input) return; // else the page has gone on already
    } else if (event.key === "Escape") {
      this.close();
    } else {
      return;
    }
    event.preventDefault();
  }

  mark(place) {
    this.chosen = place;
    for (const [at, option] of [...this.list.children].entries()) {
      option.setAttribute("aria-selected", String(at === place));
    }
    const marked = this.list.children[place];
    if (marked) {
      this.input.setAttribute("aria-activedescendant", marked.id);
      marked.scrollIntoView({ block: "nearest" });
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  take(option) {
    clearTimeout(this.timer);
    this.asked += 1;
    this.input.value = option.dataset.name;
    this.forget();
    this.hidden("pick").value = option.dataset.player;
    this.close();
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.mark(-1);
  }
}

for (const root of document.querySelectorAll("[data-chooser]")) new Chooser(root);
