const PLACES = ["square", "table", "letters"];
const byId = (id) => document.getElementById(id);
let frame = "";
let failures = 0;

function show(state) {
  for (const place of PLACES) {
    const tab = byId(place);
    const here = state.place === place;
    tab.disabled = !state.there.includes(place);
    tab.setAttribute("aria-selected", String(here));
    tab.querySelector(".name").textContent = state.words[place];
    tab.querySelector(".news").textContent = here ? "" : state.words[`${place}.news`];
  }
  for (const button of document.querySelectorAll("[data-speed]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === state.speed));
    button.textContent = state.words[`speed.${button.dataset.speed}`];
  }
  document.documentElement.lang = state.language;
  byId("hint").textContent = state.words.hint;
  byId("gone").textContent = state.words.gone;
  byId("now").textContent = new Date(state.now).toLocaleTimeString([], { timeStyle: "medium" });
  const waiting = PLACES.some((place) => place !== state.place && state.news[place]);
  document.title = `${waiting ? "● " : ""}${state.words[state.place]} · Fairy Village`;
  if (state.frame && state.frame !== frame) {
    frame = state.frame;
    byId("frame").src = frame;
    byId("frame").title = state.words[state.place];
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
