// The page of one person: where they look, what is asked all the time, and the clock.
import { ask, byId, element } from "./dom.js";
import * as clock from "./clock.js";
import { drawStart } from "./start.js";
import { PLACES, comeTo, fresh, furnish, isThere, relabel, remember, tell, update } from "./places.js";

const VIEWS = ["start", ...PLACES];
const WIDE = window.matchMedia("(min-width: 900px)");
const LOOK_MS = 500;
const memory = "view"; // without the key of this window: whatever it opens gets a copy of its memory
const begunWith = "asked"; // the table this window has begun with, since it was asked for with the command
let view = sessionStorage.getItem(memory);
let left = "square";
let revision = -1;
let table; // the game one looks at; unknown before the first look
let words = {};
let me = ""; // the name of the person whose window this is
let failures = 0;
let timer = 0;

function seen(name) {
  if (name === view) return true;
  return WIDE.matches && view !== "start" && (name === "letters" || name === left);
}

function go(name) {
  view = name;
  if (name !== "letters") left = name;
  sessionStorage.setItem(memory, name);
  if (name === "start") drawStart(words, go).catch(() => {});
  arrange();
  look();
}

// The first look: what was asked for is seen at once, whatever sleeps besides. A page that is loaded again stays where
// it was, if that place is still there.
function begin({ step, asked }) {
  if (asked && sessionStorage.getItem(begunWith) !== String(asked)) {
    sessionStorage.setItem(begunWith, asked);
    comeTo("square");
    go("square");
    return;
  }
  const isKnown = view === "start" || (PLACES.includes(view) && isThere(view));
  go(isKnown ? view : ["start", "computer"].includes(step) ? "square" : "start");
}

function arrange() {
  if (view === "letters" && left === "start") left = isThere("table") ? "table" : "square";
  for (const name of VIEWS) {
    const tab = byId(`tab-${name}`);
    byId(name).hidden = !seen(name);
    tab.setAttribute("aria-selected", String(seen(name)));
    if (name === "start") continue;
    tab.disabled = !isThere(name);
  }
}

function mark() {
  let waiting = false;
  for (const name of PLACES) {
    const count = fresh(name, seen(name) && !document.hidden);
    const tab = byId(`tab-${name}`);
    const label = count ? `${words[name]} · ${count} ${words.new}` : words[name];
    const news = element("span", { class: "news" }, " · ", element("b", {}, count), ` ${words.new}`);
    if (tab.textContent !== label) tab.replaceChildren(words[name], ...(count ? [news] : []));
    tab.classList.toggle("has-news", count > 0);
    waiting ||= count > 0;
  }
  document.title = `${waiting ? "● " : ""}${words[view === "start" ? "games" : view]} · ${me} · Fairy Village`;
}

function show(state) {
  words = state.words;
  me = state.me;
  revision = state.revision;
  document.documentElement.lang = state.language;
  clock.set(state);
  remember(state);
  for (const [name, place] of Object.entries(state.places)) update(name, place);
  for (const name of PLACES) relabel(name);
  if (table === undefined) begin(state);
  else if (state.table !== table) {
    fresh("square", true); // what was said there leads here
    go(state.table ? "table" : "start"); // no start of the bot brings back a table whose game is over
  }
  table = state.table;
  frame(state);
  arrange();
  mark();
}

function frame(state) {
  byId("tab-start").textContent = words.games;
  byId("hint").textContent = view === "start" ? words["games.hint"] : state.hint;
  byId("who").replaceChildren(element("span", { class: "wide" }, state.who), element("span", { class: "narrow" }, state.me));
  byId("tools").setAttribute("aria-label", words.tools);
  byId("gone").textContent = words.gone;
  byId("table").querySelector(".messages > div").dataset.nothing = words["games.laid"];
  byId("fly").textContent = words.fly;
  byId("second").textContent = words.second;
  byId("now").title = words.clock;
  byId("time").setAttribute("aria-label", words.time);
  for (const button of document.querySelectorAll("[data-speed]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === state.speed));
    button.textContent = words[`speed.${button.dataset.speed}`];
  }
}

// A choice is not taken away while it is being made; what is left open where nobody looks holds nobody up.
const OPEN = ".sheet:not([hidden]), dialog[open], .commands:not([hidden])";
const chooses = () => [...document.querySelectorAll(OPEN)].some((one) => one.getClientRects().length > 0);

async function look() {
  clearTimeout(timer);
  try {
    show(await ask("look", { known: { revision }, chooses: chooses(), plays: view !== null && view !== "start" }));
    failures = 0;
  } catch (problem) {
    failures += 1;
    console.info(String(problem));
  }
  byId("gone").hidden = failures < 4;
  clearTimeout(timer);
  timer = setTimeout(look, LOOK_MS);
}

setInterval(() => {
  clock.tick();
  byId("now").textContent = clock.hour(clock.now(), "medium");
}, 250);
for (const name of PLACES) furnish(name, () => go(name), look);
for (const name of VIEWS) byId(`tab-${name}`).addEventListener("click", () => go(name));
for (const button of document.querySelectorAll("[data-speed]")) {
  button.addEventListener("click", () => ask("time", { speed: Number(button.dataset.speed) }).then(look, () => {}));
}
// On a phone the clock, and the buttons of a place, stand behind one button: the message has the room.
byId("tools").addEventListener("click", () => {
  const isOpen = document.body.classList.toggle("has-tools");
  byId("tools").setAttribute("aria-expanded", String(isOpen));
});
byId("fly").addEventListener("click", async () => {
  byId("fly").disabled = true;
  await ask("time", { fly: true }).catch(() => {});
  byId("fly").disabled = false;
  look();
});
byId("second").addEventListener("click", async () => {
  const other = window.open("about:blank", "_blank");
  if (other) {
    other.sessionStorage.clear();
    other.opener = null; // by which its person could read this address, and with it the key
  }
  try {
    const { address } = await ask("invite", {});
    if (other) other.location.href = address;
  } catch {
    other?.close();
    tell(words["second.full"]);
  }
});
WIDE.addEventListener("change", arrange);
// What is drawn before its font is there keeps an empty box for each emoji.
document.fonts.load('16px "Mirror Emoji"', "\u{1FA9E}").catch(() => {}).then(look);
