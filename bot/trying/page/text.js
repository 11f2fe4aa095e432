// Discord's way of marking up text, as elements.
import { element } from "./dom.js";
import { timeText } from "./clock.js";

const INLINE = new RegExp(
  [
    "\\\\([^\\sA-Za-z0-9])", // 1 escaped
    "`([^`]+)`", // 2 code
    "\\*\\*\\*(.+?)\\*\\*\\*", // 3
    "\\*\\*(.+?)\\*\\*", // 4
    "__(.+?)__", // 5
    "~~(.+?)~~", // 6
    "\\|\\|(.+?)\\|\\|", // 7
    "\\*(\\S(?:.*?\\S)?)\\*", // 8
    "\\b_(.+?)_\\b", // 9
    "\\[([^\\]]+)\\]\\(<?(https?://[^\\s)>]+)>?\\)", // 10 11
    "<t:(\\d+)(?::([tTdDfFR]))?>", // 12 13
    "<@!?(\\d+)>", // 14
    "<#(\\d+)>", // 15
    "</([^:>]+):\\d+>", // 16
    "(https?://[^\\s<>]+[^\\s<>.,:;!?)])", // 17
    "<a?:(\\w+):(\\d+)>", // 18 19
  ].join("|"),
  "su",
);

const TAGS = { 4: "strong", 5: "u", 6: "s", 8: "em", 9: "em" };
const BULLET = /^( *)(?:[-*]|(\d+)\.) +(.*)/u;

// A link to a place of this server leads there on this very page.
function link(address, label, about) {
  const place = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/\d+)?$/u.exec(address);
  if (place) return about.place(place[1], label === address ? undefined : label);
  return element("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, label);
}

function spoiler(children) {
  const hidden = element("span", { class: "spoiler", tabindex: "0", role: "button" }, ...children);
  const show = () => hidden.classList.add("is-shown");
  hidden.addEventListener("click", show);
  hidden.addEventListener("keydown", (pressed) => {
    if (!["Enter", " "].includes(pressed.key)) return;
    pressed.preventDefault();
    show();
  });
  return hidden;
}

function found(match, about) {
  const tag = Object.keys(TAGS).find((number) => match[number] !== undefined);
  if (tag) return element(TAGS[tag], {}, ...inline(match[tag], about));
  if (match[1]) return match[1];
  if (match[2]) return element("code", {}, match[2]);
  if (match[3]) return element("strong", {}, element("em", {}, ...inline(match[3], about)));
  if (match[7]) return spoiler(inline(match[7], about));
  if (match[10]) return link(match[11], match[10], about);
  if (match[12]) {
    return element("time", { "data-at": match[12], "data-style": match[13] ?? "f" }, timeText(Number(match[12]), match[13] ?? "f"));
  }
  if (match[14]) return element("span", { class: "mention" }, `@${about.names[match[14]] ?? "?"}`);
  if (match[15]) return about.place(match[15]);
  if (match[16]) return element("button", { class: "mention", onclick: () => about.command(match[16]) }, `/${match[16]}`);
  if (match[18]) return element("img", { class: "own", src: `emoji/${match[19]}`, alt: `:${match[18]}:`, title: `:${match[18]}:` });
  return link(match[17], match[17], about);
}

export function inline(text, about) {
  const parts = [];
  let rest = text;
  for (let match = INLINE.exec(rest); match; match = INLINE.exec(rest)) {
    parts.push(rest.slice(0, match.index), found(match, about));
    rest = rest.slice(match.index + match[0].length);
  }
  return [...parts, rest].filter((part) => part !== "");
}

// A line that begins with blanks below one of a list belongs to it, as on Discord.
const goesOn = (lines, at) => (
  at > 0 && /^ {2,}\S/u.test(lines[at]) && !BULLET.test(lines[at]) && (BULLET.test(lines[at - 1]) || goesOn(lines, at - 1))
);

// A list within a list stands further in.
const item = (mark, text, about, isInner = false) => (
  element(
    "div", { class: isInner ? "item inner" : "item" },
    element("span", { class: "mark" }, mark), element("span", {}, ...inline(text, about)),
  )
);

function line(text, about) {
  const heading = /^(#{1,3}) +(.*)/u.exec(text);
  if (heading) return element(`h${heading[1].length + 2}`, {}, ...inline(heading[2], about));
  if (text.startsWith("-# ")) return element("small", {}, ...inline(text.slice(3), about));
  const bullet = BULLET.exec(text);
  if (bullet) return item(bullet[2] ? `${bullet[2]}.` : "•", bullet[3], about, bullet[1].length > 1);
  if (/^> ?/u.test(text)) return element("blockquote", {}, ...inline(text.replace(/^> ?/u, ""), about));
  return element("div", { class: "line" }, ...(text ? inline(text, about) : [element("br")]));
}

// A whole text: blocks of code as they are, and every other line by what it begins with.
export function written(text, about) {
  return text.split(/```(?:\w*\n)?/u).flatMap((part, index) => {
    if (index % 2) return [element("pre", {}, part.replace(/\n$/u, ""))];
    const lines = part.replace(/^\n|\n$/gu, "").split("\n").filter((one, at, all) => one || all.length > 1);
    return lines.map((one, at) => (goesOn(lines, at) ? item("", one.trim(), about) : line(one, about)));
  });
}
