// A rating chart tells the number under the pointer or the arrow keys, and dragging over it asks for that range.
// Without this file the table beneath says the same, and the range is chosen by links and two dates.
const DAY = 86_400_000;
const SVG = "http://www.w3.org/2000/svg";

const ordinal = (iso) => {
  const [year, month, day] = iso.split("-").map(Number);
  const moment = new Date(Date.UTC(2000, month - 1, day));
  moment.setUTCFullYear(year);
  return Math.round(moment.getTime() / DAY) + 719_163;
};
const iso = (day) => new Date((day - 719_163) * DAY).toISOString().slice(0, 10);

const frameOf = (svg) => {
  const [first, last, low, high, left, right, top, bottom] = svg.dataset.frame.split(" ").map(Number);
  const { width, height } = svg.viewBox.baseVal;
  const room = width - left - right;
  return {
    width, height, left, right, top, bottom, first, last,
    x: (day) => left + (last > first ? (room * (day - first)) / (last - first) : room / 2),
    y: (rating) => top + ((height - top - bottom) * (high - rating)) / (high - low),
    day: (x) => Math.round(first + ((last - first) * (Math.min(Math.max(x, left), width - right) - left)) / room),
  };
};

const element = (name, attributes) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

const enhance = (svg, points, said) => {
  const frame = frameOf(svg);
  const line = element("line", { class: "cursor", y1: frame.top, y2: frame.height - frame.bottom });
  const dot = element("circle", { class: "cursor-dot", r: 5 });
  const band = element("rect", { class: "chosen", y: frame.top, height: frame.height - frame.top - frame.bottom });
  for (const part of [band, line, dot]) {
    part.setAttribute("visibility", "hidden");
    svg.append(part);
  }
  let at = points.length - 1;
  let from = null;

  const show = (number) => {
    at = Math.min(Math.max(number, 0), points.length - 1);
    const point = points[at];
    const [x, y] = [frame.x(point.day), frame.y(point.rating)];
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
    for (const part of [line, dot]) part.setAttribute("visibility", "visible");
    said.textContent = `${point.date}: ${point.words}`;
  };
  const placeOf = (event) => {
    const box = svg.getBoundingClientRect();
    return ((event.clientX - box.left) * frame.width) / box.width;
  };
  const nearest = (x) => {
    let best = 0;
    for (let n = 1; n < points.length; n += 1) {
      if (Math.abs(frame.x(points[n].day) - x) <= Math.abs(frame.x(points[best].day) - x)) best = n;
    }
    return best;
  };
  const ask = (first, last) => {
    const address = new URL(window.location.href);
    address.searchParams.delete("range");
    address.searchParams.set("from", iso(first));
    address.searchParams.set("to", iso(last));
    address.hash = "line";
    window.location.assign(address);
  };

  svg.addEventListener("pointermove", (event) => {
    const x = placeOf(event);
    show(nearest(x));
    if (from === null) return;
    band.setAttribute("x", Math.min(from, x));
    band.setAttribute("width", Math.abs(x - from));
    band.setAttribute("visibility", "visible");
  });
  svg.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) from = placeOf(event);
  });
  window.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const days = [frame.day(from), frame.day(placeOf(event))].sort((a, b) => a - b);
    from = null;
    band.setAttribute("visibility", "hidden");
    if (days[1] - days[0] > 6) ask(...days);
  });
  const figure = svg.closest("figure");
  figure.tabIndex = 0;
  figure.setAttribute("role", "group");
  figure.setAttribute("aria-labelledby", svg.querySelector("title").id);
  figure.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || svg.getClientRects().length === 0) return;
    event.preventDefault();
    show(Number.isFinite(step) ? at + step : step < 0 ? 0 : points.length - 1);
  });
};

const data = document.getElementById("chart-points");
const said = document.getElementById("chart-said");
if (data && said) {
  const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
  const points = JSON.parse(data.textContent).map(([day, words, rating]) => ({
    day: ordinal(day), date: shown.format(new Date(`${day}T00:00:00Z`)), words, rating,
  }));
  for (const svg of document.querySelectorAll(".chart svg[data-frame]")) enhance(svg, points, said);
}
