/** Time of the server, and the movement of everything that is drawn against it. */

export const SPAN = 30_000;
export const UNITS_PER_MILLI = 600 / SPAN;

const FRAME = 1000 / 30;
/** Whether the reader prefers reduced motion. */
export const calm = matchMedia('(prefers-reduced-motion: reduce)');
const moving = new Set();
let offset = 0;
let drawn = 0;

export function synchronise(serverTime) {
  offset = serverTime - Date.now();
}

export function now() {
  return Date.now() + offset;
}

/** Has `draw(now)` called for each frame, or once a second for readers who prefer reduced motion. */
export function animate(draw) {
  moving.add(draw);
}

function frame(time) {
  if (time - drawn >= (calm.matches ? 1000 : FRAME)) {
    drawn = time;
    const at = now();
    moving.forEach(draw => draw(at));
  }
  requestAnimationFrame(frame);
}

requestAnimationFrame(frame);
