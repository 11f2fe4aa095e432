// Discord's scheduled events of the server, above what is said there.
import { element } from "./dom.js";
import { written } from "./text.js";

function drawEvent(event, about) {
  const when = event.begun ? about.words["events.begun"] : `<t:${event.at}:F> (<t:${event.at}:R>)`;
  return element(
    "li", {}, element("strong", {}, event.name), element("div", {}, ...written(when, about)),
    element("div", {}, ...written(event.where, about)), element("div", {}, ...written(event.about, about)),
  );
}

export function drawEvents(box, events, about) {
  const text = JSON.stringify([events, about.language]);
  box.hidden = events.length === 0;
  if (box.dataset.told === text) return;
  box.dataset.told = text;
  box.replaceChildren(
    element("summary", {}, [`${about.words.events} · ${events.length}`, events[0]?.name].filter(Boolean).join(" · ")),
    element("ul", {}, ...events.map((event) => drawEvent(event, about))),
  );
}
