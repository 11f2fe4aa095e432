// Menus: a button that opens a list. One choice counts at once, several when they are done.
import { element } from "./dom.js";

export function entries(part, about) {
  if (part.type === 3 || part.options) return part.options ?? [];
  if (part.type === 8) return about.channels();
  if (part.type === 6) return [];
  return Object.entries(about.people).map(([value, label]) => ({ value, label }));
}

function choice(option, chosen, pick) {
  const made = element(
    "button", { type: "button", role: "option", class: "option", "aria-selected": String(chosen.has(option.value)) },
    element("span", {}, option.emoji?.name ? `${option.emoji.name} ` : "", option.label),
    option.description ? element("small", {}, option.description) : null,
  );
  made.addEventListener("click", () => pick(option, made));
  return made;
}

// What is chosen is told to `changed`; the same list serves menus and forms.
export function list(part, about, changed) {
  const chosen = new Set(entries(part, about).filter((one) => one.default).map((one) => one.value));
  for (const one of part.default_values ?? []) chosen.add(one.id);
  const most = part.max_values ?? 1;
  const box = element("div", { class: "options", role: "listbox", "aria-multiselectable": String(most > 1) });
  const pick = (option) => {
    if (most === 1) chosen.clear();
    if (chosen.has(option.value)) chosen.delete(option.value);
    else if (chosen.size < most) chosen.add(option.value);
    [...box.children].forEach((one, at) => one.setAttribute("aria-selected", String(chosen.has(entries(part, about)[at].value))));
    changed([...chosen]);
  };
  box.append(...entries(part, about).map((option) => choice(option, chosen, pick)));
  return { box, chosen };
}

export function menu(part, about) {
  const single = (part.max_values ?? 1) === 1;
  const names = () => entries(part, about).filter((one) => one.default).map((one) => one.label).join(", ");
  const opener = element(
    "button", { type: "button", class: "menu", role: "combobox", "aria-expanded": "false", disabled: part.disabled },
    element("span", {}, names() || part.placeholder || about.words.choose),
  );
  const send = (values) => {
    close();
    about.act({ kind: "select", control: part.custom_id, values }, opener);
  };
  const least = part.min_values ?? 1;
  const { box, chosen } = list(part, about, (values) => {
    if (single) send(values);
    else done.disabled = values.length < least;
  });
  const done = single ? null : element(
    "button", { type: "button", class: "act primary", disabled: chosen.size < least, onclick: () => send([...chosen]) }, about.words.done,
  );
  const sheet = element("div", { class: "sheet", hidden: true }, box, done);
  const close = () => { sheet.hidden = true; opener.setAttribute("aria-expanded", "false"); };
  opener.addEventListener("click", () => {
    const open = sheet.hidden;
    for (const other of document.querySelectorAll(".sheet")) other.hidden = true;
    for (const other of document.querySelectorAll(".menu")) other.setAttribute("aria-expanded", "false");
    sheet.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) sheet.scrollIntoView({ block: "nearest" });
  });
  sheet.addEventListener("keydown", (key) => { if (key.key === "Escape") { close(); opener.focus(); } });
  return element("div", { class: "menu-box" }, opener, sheet);
}
