// What the page begins with: games to go on with, and games to play.
import { ask, byId, element } from "./dom.js";
import { hour } from "./clock.js";
import { comeTo, order, tell } from "./places.js";
import { written } from "./text.js";

function going(one, words, go) {
  const missing = () => { tell(words["problem.game"]); go("start"); };
  const press = () => ask("go_on", { match: one.match }).then(() => go("table"), missing);
  return element(
    "li", { class: "going" }, element("span", {}, element("strong", {}, one.title), element("small", {}, hour(one.since))),
    element("button", { class: "act success", onclick: press }, words["games.go_on"]),
  );
}

const PLAIN = { names: {}, place: () => "#", command: () => {} };

// It is read from its beginning: without a focus there, the browser would show the button at its end.
function sheet(title, parts, words) {
  const box = element(
    "dialog", { class: "reading" }, element("h3", { tabindex: "-1", autofocus: true }, title), ...parts,
    element("div", { class: "row end" }, element("button", { class: "act primary", onclick: () => box.close() }, words.close)),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

// A game that is over, as one of its players was told it.
async function showEyes({ match, names }, seat, name, words) {
  const lines = await ask(`eyes/${match}/${seat}`);
  sheet(name, lines.map((one) => element(
    "div", { class: one.secret ? "text secret" : "text" },
    one.secret ? element("small", {}, words["eyes.secret"]) : null, ...written(one.text, { ...PLAIN, names }),
  )), words);
}

function showSets(one, words) {
  const about = one.sets_about ? [element("div", { class: "text" }, ...written(one.sets_about, PLAIN))] : [];
  sheet(`${one.title} · ${one.sets_title}`, [...about, ...one.sets.map((set) => element(
    "div", { class: "text set" }, element("h4", {}, set.name), ...[set.help, ...set.balance].flatMap((text) => written(text, PLAIN)),
  ))], words);
}

function over(one, words) {
  const seats = element("select", { "aria-label": words.eyes }, ...one.seats.map(([seat, name]) => element("option", { value: seat }, name)));
  const press = () => showEyes(one, seats.value, seats.selectedOptions[0].textContent, words)
    .catch(() => tell(words["problem.game"]));
  return element(
    "li", { class: "going" }, element("strong", {}, one.title),
    element("span", {}, seats, " ", element("button", { class: "act primary", onclick: press }, words["eyes.look"])),
  );
}

function game(one, words, go) {
  const press = (what, where) => async ({ currentTarget: button }) => {
    button.disabled = true;
    await ask(what, { game: one.name }).then(() => { comeTo(where); go(where); }, () => tell(words["problem.table"]));
    button.disabled = false;
  };
  const learn = element(
    "button", { class: "act primary", onclick: press("learn", "table"), "aria-label": `${words["games.learn"]}: ${one.title}` }, words["games.learn"],
  );
  return element(
    "li", { class: "game", "data-game": one.name },
    one.picture ? element("img", { src: `/page/${one.picture}`, alt: one.alt, loading: "lazy" }) : null,
    element(
      "div", {}, element("h2", {}, one.title), element("p", {}, one.about), element("p", { class: "facts" }, `${one.players} · ${one.length}`),
      element(
        "div", { class: "row" },
        element("button", { class: "act success", onclick: press("play", "square"), "aria-label": `${words["games.play"]}: ${one.title}` }, words["games.play"]),
        one.taught ? learn : null,
        element("button", { class: "act", onclick: () => showSets(one, words) }, one.sets_title),
      ),
    ),
  );
}

export async function drawStart(words, go) {
  const found = await ask("start");
  const parts = [];
  if (found.going.length) {
    parts.push(
      element("h1", {}, words["games.going"]), element("p", {}, words["games.going.help"]),
      element("ul", {}, ...found.going.map((one) => going(one, words, go))),
    );
  }
  if (found.over.length) {
    parts.push(
      element("h1", {}, words.eyes), element("p", {}, words["eyes.help"]),
      element("ul", {}, ...found.over.map((one) => over(one, words))),
    );
  }
  parts.push(
    element("h1", {}, words.games), element("p", {}, words["games.choose"]),
    element("ul", { class: "games" }, ...found.games.map((one) => game(one, words, go))),
  );
  const statistics = () => { comeTo("square"); go("square"); order("square", "stats server"); };
  parts.push(
    element("h1", {}, words.server), element("p", {}, words["server.help"]),
    element("button", { class: "act", onclick: statistics }, words["server.statistics"]),
  );
  byId("start").replaceChildren(...parts);
}
