// SPDX-License-Identifier: Apache-2.0
// A finger on a chart: a tap reads it, a horizontal drag chooses a range, and a vertical one scrolls the page.

/** A shorter movement is a tap or a click. */
export const LEAST_DRAG = 5;

const NOTHING = { left: 0, top: 0, width: 0, height: 0 };

/**
 * Adds what uPlot lacks: it listens to mice only. A tap needs nothing, since browsers send a movement of the mouse for it.
 * @param {any} plot
 * @param {(plot: any) => void} dragged called after a drag, with the selection of the plot
 */
export function listenToFingers(plot, dragged) {
  /** @type {HTMLElement} */
  const over = plot.over;
  /** @type {{id: number, left: number, far: boolean} | null} the finger, and where it was put down */
  let finger = null;
  const left = (/** @type {PointerEvent} */ e) => {
    const box = over.getBoundingClientRect();
    return Math.min(box.width, Math.max(0, e.clientX - box.left));
  };
  over.addEventListener("pointerdown", (e) => {
    if (e.pointerType === "touch" && e.isPrimary) finger = { id: e.pointerId, left: left(e), far: false };
  });
  over.addEventListener("pointermove", (e) => {
    if (finger === null || e.pointerId !== finger.id) return;
    const [from, to] = [finger.left, left(e)].sort((a, b) => a - b);
    finger.far ||= to - from >= LEAST_DRAG;
    if (!finger.far) return;
    plot.setCursor({ left: left(e), top: 0 });
    plot.setSelect({ left: from, top: 0, width: to - from, height: over.clientHeight }, false);
  });
  over.addEventListener("pointerup", (e) => {
    if (finger?.far && e.pointerId === finger.id) dragged(plot);
    end(e);
  });
  over.addEventListener("pointercancel", end); // the page scrolls, or is zoomed with two fingers
  /** @param {PointerEvent} e */
  function end(e) {
    if (finger === null || e.pointerId !== finger.id) return;
    if (finger.far) plot.setCursor({ left: -1, top: -1 });
    plot.setSelect(NOTHING, false);
    finger = null;
  }
}
