const HINTS = {
  open: "Type /play in the village square to open a table.",
  start: "You are the Wanderer. A table is open in the village square. Press Start when you are ready; computer players take the other seats.",
  answer: "The Mirror asks you something: look into “Your messages”, or press “My seat” in the game.",
  turn: "There is something for you to do in “The game”.",
  wait: "Nothing to do for you at the moment. The others are thinking.",
  paused: "The game is paused. Press “Go on now” in “The game”, or type /table resume there.",
  asleep: "The game is asleep, because you have not answered for two rounds. Press any button there, and it goes on.",
  chooses: "Take your time: the clock stands still while a menu or form is open.",
  over: "The game is over. Press Rematch below the result, or type /play in the village square.",
};
const PLACES = ["square", "table", "letters"];
const NAMES = { square: "Village square", table: "The game", letters: "Your messages" };
const byId = (id) => document.getElementById(id);
let frame = "";
let failures = 0;

function show(state) {
  for (const place of PLACES) {
    const tab = byId(place);
    const here = state.place === place;
    const news = here ? 0 : state.news[place];
    tab.disabled = !state.there.includes(place);
    tab.setAttribute("aria-selected", String(here));
    tab.querySelector(".news").textContent = news ? `${news} new` : "";
  }
  for (const button of document.querySelectorAll("[data-speed]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === state.speed));
  }
  byId("hint").textContent = HINTS[state.chooses ? "chooses" : state.hint] || "";
  byId("now").textContent = new Date(state.now).toLocaleTimeString([], { timeStyle: "medium" });
  const waiting = PLACES.some((place) => place !== state.place && state.news[place]);
  document.title = `${waiting ? "(new) " : ""}${NAMES[state.place]} · Fairy Village`;
  if (state.frame && state.frame !== frame) {
    frame = state.frame;
    byId("frame").src = frame;
    byId("frame").title = NAMES[state.place];
  }
}

async function ask(path, body) {
  const options = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
  const answer = await fetch(path, options);
  if (!answer.ok) throw new Error(String(answer.status));
  show(await answer.json());
  failures = 0;
}

// A choice is not taken away while it is being made.
function chooses() {
  const inside = byId("frame").contentDocument;
  return Boolean(inside?.querySelector(".preview-select.is-open, #modal-root input, #modal-root textarea"));
}

async function look() {
  try {
    await ask("/try/look", { chooses: chooses() });
  } catch {
    failures += 1;
  }
  byId("gone").hidden = failures < 4;
  setTimeout(look, 500);
}

for (const place of PLACES) byId(place).addEventListener("click", () => ask("/try/go", { place }).catch(() => {}));
for (const button of document.querySelectorAll("[data-speed]")) {
  button.addEventListener("click", () => ask("/try/time", { speed: Number(button.dataset.speed) }).catch(() => {}));
}
byId("fly").addEventListener("click", async () => {
  byId("fly").disabled = true;
  await ask("/try/time", { fly: true }).catch(() => {});
  byId("fly").disabled = false;
});
look();
