// Tells the page around this frame how high it is, whenever that changes or the page asks. Nothing else is told.
"use strict";
if (parent !== window) {
  const report = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    parent.postMessage({ arpad: "height", height }, "*");
  };
  report(); // at once: what is out of sight is not observed
  new ResizeObserver(report).observe(document.body);
  addEventListener("message", (event) => {
    if (event.source === parent && event.data?.arpad === "ask") report();
  });
}
