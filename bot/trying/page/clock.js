// The clock of the village, between two looks at it, and whatever on the page counts with it.
const clock = { at: Date.now(), seen: performance.now(), pace: 0, language: "en" };
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

export const now = () => clock.at + (performance.now() - clock.seen) * clock.pace;

export function set(state) {
  Object.assign(clock, {
    at: state.now, seen: performance.now(), pace: state.runs ? state.speed : 0, language: state.language,
  });
}

const inLanguage = (make) => {
  try {
    return make(clock.language);
  } catch {
    return make("en");
  }
};

// "in 1:42 minutes": the last hour counts down by the second.
function relative(seconds) {
  const size = Math.abs(seconds);
  const [unit, length] = UNITS.find(([, one]) => size >= one) ?? UNITS.at(-1);
  const spoken = inLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: "always" }));
  if (unit !== "minute") return spoken.format(Math.trunc(seconds / length), unit);
  const exact = `${Math.trunc(size / 60)}:${String(size % 60).padStart(2, "0")}`;
  const parts = spoken.formatToParts(Math.sign(seconds) * Math.max(2, Math.trunc(size / 60)), unit);
  return parts.map((part) => (part.type === "integer" ? exact : part.value)).join("");
}

export function timeText(seconds, style) {
  if (style === "R") return relative(Math.round(seconds - now() / 1000));
  return inLanguage((language) => new Intl.DateTimeFormat(language, STYLES[style] ?? STYLES.f)).format(seconds * 1000);
}

export const hour = (milliseconds, style = "short") =>
  inLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: style })).format(milliseconds);

export function tick() {
  for (const one of document.querySelectorAll("time[data-style=R]")) {
    const text = timeText(Number(one.dataset.at), "R");
    if (one.textContent !== text) one.textContent = text;
  }
}
