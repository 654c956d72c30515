"use strict";
// Enhancements only: every page works without this file.

const hits = () => [...document.querySelectorAll(".hit .open")];
const current = () => hits().indexOf(document.activeElement?.closest(".hit")?.querySelector(".open"));
const hit = () => document.activeElement?.closest(".hit");

function move(step) {
  const all = hits();
  if (!all.length) return;
  const next = all[Math.min(Math.max(current() + step, 0), all.length - 1)];
  next.focus();
  next.closest(".hit").scrollIntoView({ block: "nearest" });
}

function toggleKeys() {
  const dialog = document.getElementById("keys-dialog");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

// A key that a button or a link names: digits answer on the rating page.
let isAnswered = false;

function press(key) {
  const target = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!target || isAnswered) return false;
  isAnswered = true; // a key that is held down answers one page, not many
  target.click();
  return true;
}

addEventListener("pageshow", () => (isAnswered = false));

const follow = (selector, root = document) => root?.querySelector(selector)?.click();

const KEYS = {
  "/": () => document.getElementById("q")?.focus(),
  "?": toggleKeys,
  j: () => move(1),
  k: () => move(-1),
  o: () => follow(".open", hit()),
  c: () => follow(".copy", hit()),
  w: () => follow(".why summary", hit()),
  n: () => follow("a[rel=next]"),
  p: () => follow("a[rel=prev]"),
  v: () => follow(".tabs a:not([aria-current])"),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("input, select, textarea");
  if (field) {
    if (event.key === "Escape") field.blur();
    return;
  }
  if (document.getElementById("keys-dialog")?.open && event.key !== "?") return;
  if (event.repeat) return;
  if (press(event.key)) {
    event.preventDefault();
    return;
  }
  const act = KEYS[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

document.querySelector("[data-keys]")?.addEventListener("click", (event) => {
  event.preventDefault();
  toggleKeys();
});

// On small screens the filters begin folded: hits come first.
if (matchMedia("(max-width: 900px)").matches) {
  document.querySelector(".facets details")?.removeAttribute("open");
}

// The page of a running crawl renews itself, unless somebody is about to use it.
const LIVE_SECONDS = 3;

async function renew() {
  const busy = document.activeElement?.closest("main form, main details");
  if (!document.hidden && !busy) {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector(".crawl");
      const open = [...document.querySelectorAll(".crawl details")].map((each) => each.open);
      if (answer.ok && fresh) {
        document.querySelector(".crawl").replaceWith(document.adoptNode(fresh));
        document.querySelectorAll(".crawl details").forEach((each, at) => (each.open = open[at]));
        if (!fresh.hasAttribute("data-live")) return;
      }
    } catch {
      // The server is away for a moment; it is asked again.
    }
  }
  setTimeout(renew, LIVE_SECONDS * 1000);
}

if (document.querySelector("[data-live]")) setTimeout(renew, LIVE_SECONDS * 1000);
