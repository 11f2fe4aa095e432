// What a long press on a person offers on Discord. Here a name is a button, and a list shows everybody who is there.
import { ask, element } from "./dom.js";
import { written } from "./text.js";

function sheet(title, parts, about) {
  const box = element(
    "dialog", {}, element("h3", {}, title), ...parts(() => box.close()),
    element("div", { class: "row end" }, element("button", { class: "act secondary", onclick: () => box.close() }, about.words.close)),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

const choice = (label, onclick) => element("button", { type: "button", class: "option", onclick }, label);

async function openPerson(number, about, opener) {
  const menus = await ask("menus").catch(() => []);
  sheet(about.people[number], (close) => [
    element("div", { class: "text" }, ...written(about.words["people.about"], about)),
    ...menus.map((one) => choice(one.label, () => {
      close();
      about.act({ kind: "menu", command: one.name, person: number }, opener);
    })),
  ], about);
}

export function openPeople(about, opener) {
  sheet(about.words["people.menu"], (close) => Object.entries(about.people).map(([number, name]) => choice(name, () => {
    close();
    openPerson(number, about, opener);
  })), about);
}

// Somebody's name: a button, where anything can be chosen about them.
export function nameOf(number, label, about) {
  if (about.isAlone || !(number in about.people)) return element("strong", {}, label);
  const made = element("button", { class: "name", "aria-haspopup": "dialog" }, label);
  made.addEventListener("click", () => openPerson(number, about, made));
  return made;
}
