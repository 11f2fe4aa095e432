// What the page begins with: games to go on with, and games to play.
import { ask, byId, element } from "./dom.js";
import { hour } from "./clock.js";

function going(one, words, go) {
  const press = async () => { await ask("go_on", { match: one.match }); go("table"); };
  return element(
    "li", { class: "going" }, element("span", {}, element("strong", {}, one.title), element("small", {}, hour(one.since))),
    element("button", { class: "act success", onclick: press }, words["games.go_on"]),
  );
}

function game(one, words, go) {
  const press = async (event) => {
    event.currentTarget.disabled = true;
    await ask("play", { game: one.name }).then(() => go("square"), () => {});
  };
  return element(
    "li", { class: "game", "data-game": one.name },
    element("img", { src: `/page/${one.picture}`, alt: "", loading: "lazy" }),
    element(
      "div", {}, element("h2", {}, one.title), element("p", {}, one.about), element("p", { class: "facts" }, `${one.players} · ${one.length}`),
      element("button", { class: "act success", onclick: press, "aria-label": `${words["games.play"]}: ${one.title}` }, words["games.play"]),
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
  parts.push(
    element("h1", {}, words.games), element("p", {}, words["games.choose"]),
    element("ul", { class: "games" }, ...found.games.map((one) => game(one, words, go))),
  );
  byId("start").replaceChildren(...parts);
}
