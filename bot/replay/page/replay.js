// Shows one step of a game through somebody's eyes. Everything it needs stands in the page.
import { byId, element } from "./dom.js";
import { inline, written } from "./text.js";

const film = JSON.parse(byId("film").textContent);
const say = film.words;
const EVERYBODY = "everybody", ALL = "all";
const eyes = byId("eyes"), place = byId("place");
const about = { names: {}, place: (channel) => channel, command: () => {} };

// A function, since a dollar sign in a text would stand for something else: people may have one in their names.
const filled = (sentence, gap, value) => sentence.replace(`{${gap}}`, () => value);

const words = (number) => written(film.texts[number], about);

function picture(number, title) {
  if (number === null) return null;
  const { source, alt } = film.pictures[number];
  const inWords = element("div", { class: "text" }, ...written(alt, about));
  if (source === null) return inWords;
  const twin = element("details", {}, element("summary", {}, say.text), inWords);
  return element("figure", {}, element("img", { src: source, alt: `${title}: ${alt}` }), twin);
}

const isHeard = (line) => line.heard === null || eyes.value === ALL || line.heard.includes(Number(eyes.value));

function line(one) {
  const secret = one.heard !== null;
  const who = secret && eyes.value === ALL ? one.heard : [eyes.value];
  return element("div", { class: secret ? "said secret" : "said" },
    secret ? element("small", {}, filled(say.only, "names", who.map((seat) => film.names[seat]).join(", "))) : null,
    element("div", { class: "text" }, ...words(one.text)));
}

function sight(seat, step, open) {
  const { text, hand } = step.sights[seat];
  return element("details", { class: "sight", open },
    element("summary", {}, filled(say.knows, "name", film.names[seat])),
    picture(hand, say.hand), element("div", { class: "text" }, ...words(text)));
}

function sights(step) {
  if (eyes.value === EVERYBODY) return [];
  if (eyes.value !== ALL) return [sight(eyes.value, step, true)];
  return [element("h2", {}, say.truth), ...Object.keys(film.names).map((seat) => sight(seat, step, false))];
}

function show() {
  const at = Number(place.value), step = film.steps[at], end = film.steps.length - 1;
  const lines = step.lines.filter(isHeard).map(line);
  byId("seen").replaceChildren(...[picture(step.board, say.board)].filter(Boolean));
  byId("told").replaceChildren(
    element("h2", {}, ...inline(film.texts[step.moment], about)),
    ...(lines.length ? lines : [element("p", { class: "quiet" }, say.nothing_said)]),
    ...sights(step));
  byId("step").textContent = filled(filled(say.step, "at", at + 1), "of", end + 1);
  place.setAttribute("aria-valuetext", byId("step").textContent);
  for (const one of ["first", "back"]) byId(one).disabled = at === 0;
  for (const one of ["last", "on"]) byId(one).disabled = at === end;
  history.replaceState(null, "", `#${at + 1}.${eyes.value}`);
}

// The next step in which these eyes see something new.
function further(direction) {
  let at = Number(place.value);
  const board = film.steps[at].board;
  do at += direction;
  while (film.steps[at + direction] && !film.steps[at].lines.some(isHeard) && film.steps[at].board === board);
  return at;
}

function go(at) {
  place.value = Math.min(Math.max(at, 0), film.steps.length - 1);
  show();
  byId("told").scrollTop = 0;
}

const MOVES = { ArrowRight: () => further(1), ArrowLeft: () => further(-1), Home: () => 0, End: () => film.steps.length - 1 };

place.max = film.steps.length - 1;
place.setAttribute("aria-label", say.how);
byId("through").textContent = say.through;
eyes.append(
  element("option", { value: EVERYBODY }, say.everybody),
  ...Object.entries(film.names).map(([seat, name]) => element("option", { value: seat }, `${seat} · ${name}`)),
  element("option", { value: ALL }, say.all));
for (const [id, sign] of Object.entries({ first: "«", back: "‹", on: "›", last: "»" })) {
  byId(id).append(sign, element("span", {}, say[id]));
  byId(id).title = say[id];
}
byId("first").onclick = () => go(0);
byId("back").onclick = () => go(further(-1));
byId("on").onclick = () => go(further(1));
byId("last").onclick = () => go(film.steps.length - 1);
place.oninput = show;
eyes.onchange = show;
document.addEventListener("keydown", (pressed) => {
  if (pressed.target === eyes || pressed.altKey || pressed.ctrlKey || pressed.metaKey || !MOVES[pressed.key]) return;
  pressed.preventDefault();
  go(MOVES[pressed.key]());
});

const [at, through] = location.hash.slice(1).split(".");
if ([...eyes.options].some((option) => option.value === through)) eyes.value = through;
go((Number(at) || 1) - 1);
