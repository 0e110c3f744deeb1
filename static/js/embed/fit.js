// For pages that show frames of Arpad: each frame becomes as high as what is in it.
// Without this script a frame keeps the height that its snippet names, and scrolls.
(() => {
  "use strict";
  const home = new URL(document.currentScript.src).origin;
  const frames = () => [...document.querySelectorAll("iframe[data-arpad]")];
  addEventListener("message", (event) => {
    if (event.origin !== home || event.data?.arpad !== "height") return;
    const height = Number(event.data.height);
    const frame = frames().find((each) => each.contentWindow === event.source);
    if (frame && height > 0 && height < 20000) frame.style.height = `${height}px`;
  });
  // To whoever is there: a frame that has not loaded yet reports by itself later.
  const ask = () => {
    for (const frame of frames()) frame.contentWindow.postMessage({ arpad: "ask" }, "*");
  };
  ask();
  addEventListener("DOMContentLoaded", ask);
})();
