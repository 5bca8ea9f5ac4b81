import { SPAN, UNITS_PER_MILLI } from './clock.js';
import { draw } from './svg.js';

const BOTTOM = 32;
const HEIGHT = 28;
const SECOND = 1000 * UNITS_PER_MILLI;
const KINDS = ['allowed', 'delayed', 'rejected', 'failed'];

/** Decisions of each second as stacked bars. */
export class Rates {
  constructor(svg) {
    this.svg = svg;
    this.stale = false;
    this.start = Math.floor(performance.timeOrigin / 1000);
    this.group = draw(svg, 'g', {});
    draw(svg, 'line', { class: 'axis', x1: 0, x2: 600, y1: BOTTOM, y2: BOTTOM });
    for (const [x, text, anchor] of [[1, '30 s ago', 'start'], [200, '20 s', 'middle'], [400, '10 s', 'middle'], [599, 'now', 'end']]) {
      draw(svg, 'text', { x, y: BOTTOM + 10, 'text-anchor': anchor }, text);
    }
    this.top = draw(svg, 'text', { class: 'top', x: 1, y: 8 });
    this.seconds = new Map();
  }

  add(kind, at) {
    const second = Math.floor(at / 1000);
    const counts = this.seconds.get(second) ?? Object.fromEntries(KINDS.map(each => [each, 0]));
    counts[kind]++;
    this.seconds.set(second, counts);
    this.stale = true;
  }

  move(now) {
    if (this.seconds.size === 0) {
      return;
    }
    const left = now - SPAN;
    this.group.setAttribute('transform', `translate(${((this.start * 1000 - left) * UNITS_PER_MILLI).toFixed(2)} 0)`);
    for (const second of this.seconds.keys()) {
      if (second * 1000 < left - 1000) {
        this.seconds.delete(second);
        this.stale = true;
      }
    }
    if (this.stale) {
      this.stale = false;
      this.redraw();
    }
  }

  redraw() {
    const sums = [...this.seconds.values()].map(counts => KINDS.reduce((sum, kind) => sum + counts[kind], 0));
    const top = Math.max(5, ...sums);
    this.top.textContent = `${top}/s`;
    this.group.replaceChildren();
    for (const [second, counts] of this.seconds) {
      let y = BOTTOM;
      for (const kind of KINDS.filter(each => counts[each] > 0)) {
        const height = counts[kind] / top * HEIGHT;
        y -= height;
        draw(this.group, 'rect', { class: `bar ${kind}`, x: (second - this.start) * SECOND + 1, y, width: SECOND - 2, height });
      }
    }
  }
}
