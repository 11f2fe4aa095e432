// Forms the Mirror opens, and the options of a command: one dialog, one field below the other.
import { ask, element } from "./dom.js";
import { list } from "./menus.js";
import { written } from "./text.js";

const content = (file) => new Promise((resolve) => {
  const reader = new FileReader();
  reader.onload = () => resolve({ name: file.name, content: String(reader.result).split(",", 2)[1] });
  reader.readAsDataURL(file);
});

function textField(part) {
  const limits = { placeholder: part.placeholder, minlength: part.min_length, maxlength: part.max_length };
  const box = part.style === 2 ? element("textarea", { rows: "5", ...limits }) : element("input", { type: "text", ...limits });
  box.value = part.value ?? "";
  return { box, value: () => box.value };
}

function fileField(part) {
  const box = element("input", { type: "file", multiple: (part.max_values ?? 1) > 1 });
  return { box, value: () => Promise.all([...box.files].map(content)) };
}

function choiceField(part, about) {
  const found = list({ ...part, max_values: part.type === 21 ? 1 : part.max_values ?? (part.type === 22 ? part.options.length : 1) }, about, () => {});
  const one = part.type === 21;
  return { box: found.box, value: () => (one ? [...found.chosen][0] ?? null : [...found.chosen]) };
}

function tickField(part) {
  const box = element("input", { type: "checkbox" });
  box.checked = Boolean(part.default);
  return { box, value: () => box.checked };
}

function field(part, about) {
  if (part.type === 4) return textField(part);
  if (part.type === 19) return fileField(part);
  if (part.type === 23) return tickField(part);
  return choiceField(part, about);
}

function labelled(box, label, description) {
  const small = description ? element("small", {}, description) : null;
  return element("label", {}, element("strong", {}, label ?? ""), small, box);
}

// Opens a dialog, which closes when what is sent was good; otherwise it says what was not.
function dialog(title, parts, words, send) {
  const wrong = element("p", { class: "wrong", role: "alert" });
  const form = element("form", { method: "dialog" }, element("h3", {}, title), ...parts, wrong, element(
    "div", { class: "row end" },
    element("button", { type: "button", class: "act secondary", onclick: () => box.close() }, words.cancel),
    element("button", { type: "submit", class: "act primary" }, words.submit),
  ));
  const box = element("dialog", {}, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.textContent = await send();
    if (!wrong.textContent) box.close();
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

function nodes(parts, about, fields) {
  return parts.map((part) => {
    if (part.type === 10) return element("div", { class: "text" }, ...written(part.content, about));
    if (part.type === 1) return element("div", {}, ...nodes(part.components, about, fields));
    const control = part.type === 18 ? part.component : part;
    const made = field(control, about);
    fields[control.custom_id] = made;
    return labelled(made.box, part.label, part.description);
  });
}

export function openForm(form, about) {
  const fields = {};
  const parts = nodes(form.components, about, fields);
  dialog(form.title, parts, about.words, async () => {
    const values = {};
    for (const [name, made] of Object.entries(fields)) {
      const value = await made.value();
      if (value !== null && !(Array.isArray(value) && value.length === 0)) values[name] = value;
    }
    return about.act({ kind: "form", values }, null);
  });
}

// -- commands ---------------------------------------------------------------------------------------------------------

function pairsOf(option, about) {
  if (option.choices) return option.choices.map((one) => [one.value, one.name_localizations?.[about.language] ?? one.name]);
  if (option.type === 5) return [["true", "✓"], ["false", "✗"]];
  if (option.type === 6 || option.type === 9) return Object.entries(about.people);
  if (option.type === 7) return about.channels().map((one) => [one.value, one.label]);
  return null;
}

function pickField(option, pairs, words) {
  const box = element("select", {}, element("option", { value: "" }, words.choose), ...pairs.map(([value, label]) => element("option", { value }, label)));
  box.required = Boolean(option.required);
  return { box, value: () => box.value };
}

function typedField(option, suggest) {
  const kind = option.type === 4 || option.type === 10 ? "number" : "text";
  const box = element("input", {
    type: kind, autocomplete: "off", step: option.type === 10 ? "any" : null,
    min: option.min_value, max: option.max_value, minlength: option.min_length, maxlength: option.max_length,
  });
  box.required = Boolean(option.required);
  if (!option.autocomplete) return { box, value: () => box.value };
  const proposals = element("datalist", { id: `suggested-${option.name}` });
  box.setAttribute("list", proposals.id);
  const look = async () => {
    const found = await suggest(option.name, box.value).catch(() => []);
    proposals.replaceChildren(...found.map((one) => element("option", { value: one.value }, one.name)));
  };
  box.addEventListener("focus", look);
  box.addEventListener("input", look);
  return { box: element("span", {}, box, proposals), value: () => box.value };
}

function optionField(option, about, suggest) {
  if (option.type === 11) {
    const made = fileField({});
    return { box: made.box, value: async () => (await made.value())[0] ?? null };
  }
  const pairs = pairsOf(option, about);
  return pairs ? pickField(option, pairs, about.words) : typedField(option, suggest);
}

export function openCommand(command, about, place) {
  const fields = {};
  const filled = async () => {
    const options = {};
    for (const [name, made] of Object.entries(fields)) {
      const value = await made.value();
      if (value !== "" && value !== null) options[name] = value;
    }
    return options;
  };
  const suggest = async (option, value) =>
    ask("suggest", { place, command: command.name, option, value, options: await filled() });
  const parts = command.options.map((option) => {
    fields[option.name] = optionField(option, about, suggest);
    const more = option.required ? "" : ` (${about.words.optional})`;
    return labelled(fields[option.name].box, `${option.name}${more}`, option.description);
  });
  const send = async () => about.act({ kind: "command", command: command.name, options: await filled() }, null);
  if (parts.length) dialog(`/${command.name}`, parts, about.words, send);
  else about.act({ kind: "command", command: command.name });
}
