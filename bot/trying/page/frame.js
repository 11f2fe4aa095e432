// Follow the conversation as Discord does: who is at the end of it stays there when something new comes, and only who
// scrolls away by hand stays elsewhere.
const NEAR_PX = 120;
const HAND_MS = 600;
const timeline = document.getElementById("channel-timeline");
const list = document.getElementById("channel-message-list");
let following = true;
let byHand = -HAND_MS;
let height = 0;

const toEnd = () => {
  if (following) timeline.scrollTop = timeline.scrollHeight;
};
for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
  timeline.addEventListener(kind, () => { byHand = performance.now(); }, { passive: true });
}
timeline.addEventListener("scroll", () => {
  if (performance.now() - byHand > HAND_MS) return;
  byHand = performance.now();
  following = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR_PX;
}, { passive: true });
new ResizeObserver(() => {
  if (list.offsetHeight !== height) requestAnimationFrame(() => requestAnimationFrame(toEnd));
  height = list.offsetHeight;
}).observe(list);
