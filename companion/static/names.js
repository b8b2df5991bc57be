// Names and clocks that take more than a line: the board beside the rest leaves them the height.

/** How much higher than a line of its own a player's row is, in pixels. */
function more(who) {
  const line = parseFloat(getComputedStyle(who.querySelector("b")).lineHeight);
  return Math.max(0, who.offsetHeight - line);
}

/** Keep `--names`, for the style sheet, at the height that the rows in these trays take beyond a line each. */
export function leaveRoom(trays) {
  let asked = false;
  const measure = () => {
    asked = false;
    const rows = trays.map((tray) => tray.querySelector(".who")).filter(Boolean);
    const height = rows.reduce((sum, who) => sum + more(who), 0);
    document.documentElement.style.setProperty("--names", `${Math.ceil(height)}px`);
  };
  // A smaller board may break a row once more; it is measured again then, and never grows back from that.
  const watching = new ResizeObserver(() => {
    if (!asked) requestAnimationFrame(measure);
    asked = true;
  });
  trays.forEach((tray) => watching.observe(tray));
}
