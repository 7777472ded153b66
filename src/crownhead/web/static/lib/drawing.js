// Drawing once a frame: whoever changes a page's state asks for it, and all parts of the page draw.

/** @template T @param {() => T | null} [ready] what is drawn; nothing is, as long as it is not there */
export function createDrawing(ready = () => /** @type {any} */ (true)) {
  /** @type {((what: T) => void)[]} */
  const drawers = [];
  let frame = 0;

  function drawAll() {
    cancelAnimationFrame(frame);
    frame = 0;
    const what = ready();
    if (what) for (const draw of drawers) draw(what);
  }

  return {
    /** @param {(what: T) => void} draw */
    onDraw: (draw) => void drawers.push(draw),
    redraw: () => void (frame ||= requestAnimationFrame(drawAll)),
    drawAll,
  };
}
