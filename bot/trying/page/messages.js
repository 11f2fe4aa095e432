// A message as Discord draws it, with what can be pressed in it.
import { element } from "./dom.js";
import { hour } from "./clock.js";
import { inline, written } from "./text.js";
import { menu } from "./menus.js";
import { nameOf } from "./people.js";

const STYLES = ["", "primary", "secondary", "success", "danger", "link"];
const SELECTS = [3, 5, 6, 7, 8];

function emoji(one) {
  return one?.name ? element("span", { class: "emoji", "aria-hidden": "true" }, one.name) : null;
}

function button(part, about) {
  if (part.style === 5) {
    return element("a", { class: "button", href: part.url, target: "_blank", rel: "noreferrer noopener" }, part.label ?? "");
  }
  const made = element(
    "button", { class: `act ${STYLES[part.style] ?? ""}`, disabled: part.disabled, "aria-label": part.label ? null : part.emoji?.name },
    emoji(part.emoji), part.label ?? "",
  );
  made.addEventListener("click", () => about.act({ kind: "click", control: part.custom_id }, made));
  return made;
}

function picture(address, description, words) {
  const alt = description || words.picture;
  const image = element("img", { src: address, alt, loading: "lazy" });
  return element("a", { class: "picture", href: address, target: "_blank", rel: "noopener" }, image);
}

function gallery(part, about) {
  return element("div", { class: "gallery" }, ...part.items.map((item) => picture(item.media.url, item.description, about.words)));
}

function container(part, about) {
  const made = element("div", { class: "container" }, ...drawParts(part.components, about));
  if (typeof part.accent_color === "number") {
    made.style.borderLeftColor = `#${part.accent_color.toString(16).padStart(6, "0")}`;
  }
  return made;
}

function section(part, about) {
  const side = part.accessory?.type === 2 ? button(part.accessory, about)
    : part.accessory ? picture(part.accessory.media.url, part.accessory.description, about.words) : null;
  return element("div", { class: "section" }, element("div", {}, ...drawParts(part.components, about)), side);
}

function file(address, name) {
  return element("a", { class: "file", href: address, download: name }, `📄 ${name}`);
}

const PARTS = {
  1: (part, about) => element("div", { class: "row" }, ...drawParts(part.components, about)),
  2: button,
  9: section,
  10: (part, about) => element("div", { class: "text" }, ...written(part.content, about)),
  12: gallery,
  13: (part) => file(part.file.url, decodeURIComponent(part.file.url.split("/").at(-1))),
  14: (part) => element("hr", { class: part.divider === false ? "gap" : null }),
  17: container,
};

function drawParts(parts, about) {
  return (parts ?? []).map((part) => (SELECTS.includes(part.type) ? menu(part, about) : PARTS[part.type]?.(part, about) ?? ""));
}

function embed(part, about) {
  const made = element(
    "div", { class: "container" },
    part.title ? element("h4", {}, ...inline(part.title, about)) : null,
    part.description ? element("div", { class: "text" }, ...written(part.description, about)) : null,
    ...(part.fields ?? []).map((one) => element("div", {}, element("strong", {}, one.name), element("div", {}, ...written(one.value, about)))),
    part.image ? picture(part.image.url, "", about.words) : null,
    part.footer ? element("small", {}, part.footer.text) : null,
  );
  return made;
}

// An answer that is still being worked out.
const isBare = (message) => ![message.embeds, message.components, message.files].some((parts) => parts.length);

export function drawMessage(message, about) {
  const { words } = about;
  const asked = message.asked ? element("small", { class: "asked" }, `${words.asked} ${message.asked}`) : null;
  const head = element(
    "header", {}, element("span", { class: "face", "aria-hidden": "true" }, message.mirror ? "🪞" : message.author.slice(0, 1)),
    nameOf(message.author_id, message.author, about), element("time", {}, hour(message.at)), asked,
  );
  const alone = message.alone ? element(
    "footer", {}, element("small", {}, `👁 ${words.alone}`),
    element("button", { class: "quiet", onclick: about.dismiss }, words.dismiss),
  ) : null;
  return element(
    "article", { class: `message${message.alone ? " is-alone" : ""}`, "data-message": message.id }, head,
    element("div", { class: "text" }, ...(message.content ? written(message.content, about) : isBare(message) ? ["…"] : [])),
    ...message.embeds.map((one) => embed(one, about)),
    ...drawParts(message.components, about),
    ...message.files.map((one) => (one.image ? picture(one.url, one.alt, words) : file(one.url, one.name))),
    alone,
  );
}
