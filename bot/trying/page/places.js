// The places: what is said in each, what is new in it, and the line one writes in. Only what changed is drawn anew.
import { ask, byId, element } from "./dom.js";
import { drawEvents } from "./events.js";
import { openCommand, openForm } from "./forms.js";
import { drawMessage } from "./messages.js";
import { openPeople } from "./people.js";
import { written } from "./text.js";

export const PLACES = ["square", "table", "letters", "talk"];
const ABOUT = ["letters", "talk"]; // what comes there is explained while nothing has
const NEAR_PX = 120;
const HAND_MS = 600;
const OPEN_MENU = ".sheet:not([hidden])";
const places = {};
let shared = {};

export function remember(state) {
  const { words, people, language, closed, threads, events } = state;
  shared = { words, people, language, closed, threads, events };
  for (const one of document.querySelectorAll("[data-channel]")) one.textContent = channelName(one.dataset.channel);
}

const placeOf = (number) => PLACES.find((one) => places[one].channel === number);

// A thread that has just begun is named with the next look.
function channelName(number) {
  return placeOf(number) ? shared.words[placeOf(number)] : `#${shared.threads[number] ?? ""}`;
}

const channels = () => PLACES.slice(0, 2).filter((name) => places[name].channel).map((name) => (
  { value: places[name].channel, label: shared.words[name] }
));

function about(place) {
  return {
    ...shared, channels,
    isAlone: place === "letters" || place === "talk", // in no server
    names: { ...places[place].names, ...shared.people },
    place: (number, label) => {
      const show = () => placeOf(number) && places[placeOf(number)].show();
      const link = element("button", { class: "mention", onclick: show }, label ?? channelName(number));
      if (label === undefined) link.dataset.channel = number;
      return link;
    },
    command: (name) => runCommand(place, name),
    act: (wanted, pressed) => act(place, wanted, pressed),
  };
}

// Does it, and says what was wrong; a form or a command, which nobody has pressed, shows that itself. What takes long
// has been done, as far as anybody knows: it is not kept open to be done twice.
async function act(place, wanted, pressed) {
  const { words } = shared;
  const problems = { gone: words["problem.gone"], fill: words["problem.fill"], slow: words["problem.slow"] };
  pressed?.classList.add("is-busy");
  byId("problem").hidden = true;
  const found = await ask("act", { place, ...wanted }).catch(() => ({ problem: "gone" }));
  pressed?.classList.remove("is-busy");
  if (found.form) openForm(found.form, about(place));
  const isShownThere = pressed === null && found.problem !== "slow";
  if (found.problem && !isShownThere) tell(problems[found.problem]);
  places[place].changed();
  return found.problem && isShownThere ? problems[found.problem] : "";
}

// What was open here is put away, and the newest message is shown: somebody comes for what has just begun.
export function comeTo(name) {
  const place = places[name];
  place.begins = null;
  place.follows = true;
  place.line.close();
}

// What a button of the page asks the Mirror for, as somebody there would by a command.
export async function order(place, command) {
  const problem = await act(place, { kind: "command", command }, null);
  if (problem) tell(problem);
}

export function tell(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = false;
  setTimeout(() => { byId("problem").hidden = true; }, 6000);
}

async function runCommand(place, name) {
  const known = await ask(`commands/${place}`).catch(() => []);
  const command = known.find((one) => one.name === name);
  if (command) openCommand(command, about(place), place);
  else tell(shared.words["problem.gone"]);
}

// -- the line one writes in -------------------------------------------------------------------------------------------

function composer(place) {
  const picker = element("div", { class: "commands", hidden: true });
  const box = element("input", { type: "text", autocomplete: "off", maxlength: "2000" });
  const pick = (name) => { box.value = ""; picker.hidden = true; runCommand(place, name); };
  const propose = async () => {
    picker.hidden = !box.value.startsWith("/");
    if (picker.hidden) return;
    const wanted = box.value.slice(1).toLowerCase();
    const known = await ask(`commands/${place}`).catch(() => []);
    picker.replaceChildren(...known.filter((one) => one.name.includes(wanted)).map((one) => element(
      "button", { type: "button", class: "option", onclick: () => pick(one.name) },
      element("span", {}, `/${one.name}`), element("small", {}, one.description),
    )));
  };
  // "/stats" is the beginning of several commands: they stay to be chosen from.
  const choose = async (name) => {
    const known = (await ask(`commands/${place}`).catch(() => [])).map((one) => one.name);
    const begun = known.filter((one) => one.startsWith(name));
    if (known.includes(name) || !begun.length) pick(name);
    else if (begun.length === 1) pick(begun[0]);
    else await propose();
  };
  const slash = element("button", { type: "button", class: "slash", onclick: () => {
    box.value = picker.hidden ? "/" : "";
    propose();
  } }, "/");
  const send = element("button", { type: "submit", class: "send" }, "➤");
  const form = element("form", { class: "composer" }, picker, slash, box, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (text.startsWith("/")) choose(text.slice(1).toLowerCase());
    else if (text) { box.value = ""; act(place, { kind: "say", text }, send); }
  });
  box.addEventListener("input", propose);
  const named = () => {
    box.placeholder = shared.words.write;
    box.setAttribute("aria-label", shared.words.write);
    slash.setAttribute("aria-label", shared.words.commands);
    send.setAttribute("aria-label", shared.words.send);
  };
  const close = () => {
    picker.hidden = true;
    if (box.value.startsWith("/")) box.value = "";
  };
  return { form, named, close };
}

// -- a place ----------------------------------------------------------------------------------------------------------

export function furnish(name, show, changed) {
  const title = element("h2");
  const quiet = element("button", { class: "quiet", onclick: () => toggle(name) });
  const people = element("button", { class: "quiet", hidden: name === "letters" || name === "talk", onclick: () => openPeople(about(name), people) });
  const top = name === "square" ? element("details", { class: "top folds", hidden: true }) : element("p", { class: "top", hidden: true });
  const said = element("div");
  const list = element("div", { class: "messages", role: "log", tabindex: "0" }, said);
  const line = composer(name);
  byId(name).replaceChildren(element("div", { class: "bar" }, title, people, quiet), top, list, line.form);
  places[name] = {
    title, people, quiet, top, said, list, line, show, changed,
    channel: null, names: {}, told: new Map(), put: new Set(), ids: [], last: 0n, follows: true, begins: null, muted: false,
  };
  follow(places[name]);
}

// People at the end of a conversation stay there when something new comes, and only those who scroll away by hand stay
// elsewhere: pictures that arrive late and a window that is made smaller move nobody. An answer for this person alone
// that is higher than the window is read from its beginning.
function follow(place) {
  const { list, said } = place;
  let byHand = -HAND_MS;
  let moved = false;
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    list.addEventListener(kind, () => { byHand = performance.now(); }, { passive: true });
  }
  list.addEventListener("scroll", () => {
    const isOwn = moved;
    moved = false;
    if (isOwn || performance.now() - byHand > HAND_MS) return;
    place.begins = null;
    byHand = performance.now();
    place.follows = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  }, { passive: true });
  const watch = new ResizeObserver(() => {
    if (!place.follows || said.querySelector(OPEN_MENU)) return;
    const before = list.scrollTop;
    const { begins } = place;
    const isHigh = begins?.isConnected && begins.offsetHeight > list.clientHeight;
    list.scrollTop = isHigh ? begins.offsetTop - said.offsetTop : list.scrollHeight;
    moved = list.scrollTop !== before;
  });
  watch.observe(list);
  watch.observe(said);
}

function drawn(name, message) {
  const place = places[name];
  const dismiss = () => {
    place.put.add(message.id);
    place.told.get(message.id)?.node.remove();
    act(name, { kind: "dismiss", message: message.id }, null);
  };
  const context = about(name);
  return drawMessage(message, { ...context, dismiss, act: (wanted, pressed) => act(name, { ...wanted, message: message.id }, pressed) });
}

export function update(name, state) {
  const place = places[name];
  const isGoingOn = place.channel === state.channel;
  if (!isGoingOn) {
    place.told.clear();
    place.said.replaceChildren();
    place.follows = true;
  }
  Object.assign(place, { channel: state.channel, names: state.names });
  const here = new Set(state.messages.map((one) => one.id));
  for (const [id, one] of place.told) if (!here.has(id)) { one.node.remove(); place.told.delete(id); }
  for (const message of state.messages) {
    const text = JSON.stringify(message);
    const told = place.told.get(message.id);
    if (place.put.has(message.id) || told?.text === text) continue;
    if (told?.node.querySelector(OPEN_MENU)) continue; // a choice is not taken away while it is being made
    const node = drawn(name, message);
    if (told) told.node.replaceWith(node);
    else place.said.append(node);
    if (message.alone && (told ? place.begins === told.node : isGoingOn)) place.begins = node;
    place.told.set(message.id, { text, node });
  }
  place.ids = state.messages.filter((one) => one.mirror).map((one) => BigInt(one.id));
}

// Direct messages can be closed, as on Discord; any other place can be muted, which marks nothing as new any more.
async function toggle(name) {
  const place = places[name];
  if (name === "letters") await ask("letters", { closed: !shared.closed }).catch(() => {});
  else place.muted = !place.muted;
  place.changed();
}

// How much has been said in a place since it was last looked at.
export function fresh(name, isSeen) {
  const place = places[name];
  if (isSeen) place.last = place.ids.reduce((most, one) => (one > most ? one : most), place.last);
  return place.muted ? 0 : place.ids.filter((one) => one > place.last).length;
}

export function relabel(name) {
  const { title, people, quiet, top, muted } = places[name];
  const { words } = shared;
  const isOff = name === "letters" ? shared.closed : muted;
  title.textContent = words[name];
  people.textContent = words["people.menu"];
  const closes = isOff ? words.opened : words.closed;
  const mutes = isOff ? words.unmuted : words.muted;
  quiet.textContent = name === "letters" ? closes : mutes;
  quiet.classList.toggle("is-off", isOff);
  if (name === "square") drawEvents(top, shared.events, about(name));
  if (ABOUT.includes(name)) explain(name, name === "letters" && isOff ? words["letters.closed"] : words[`${name}.about`], isOff);
  places[name].line.named();
}

// What a place is for, while nothing stands there; that it is closed, as long as it is.
function explain(name, text, isOff) {
  const { top, told } = places[name];
  top.hidden = told.size > 0 && !(name === "letters" && isOff);
  if (top.dataset.said === text) return;
  top.dataset.said = text;
  top.replaceChildren(...written(text, about(name)));
}

export const isThere = (name) => places[name].channel !== null;
