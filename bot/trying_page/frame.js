// Follow the conversation as Discord does: who is at the end of it stays there when something new comes.
const NEAR_PX = 120;
const timeline = document.getElementById("channel-timeline");
const list = document.getElementById("channel-message-list");
let following = true;
let moved = 0;
let height = 0;

const toEnd = () => {
  if (following) timeline.scrollTop = timeline.scrollHeight;
};
timeline.addEventListener("scroll", () => {
  following = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR_PX;
}, { passive: true });
for (const kind of ["wheel", "touchmove", "keydown"]) timeline.addEventListener(kind, () => { moved = performance.now(); }, { passive: true });
new ResizeObserver(() => {
  const grown = list.offsetHeight > height;
  height = list.offsetHeight;
  if (grown && performance.now() - moved > 300) requestAnimationFrame(toEnd);
}).observe(list);
new MutationObserver(() => requestAnimationFrame(toEnd)).observe(list, { childList: true });
