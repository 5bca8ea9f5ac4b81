import { SPAN, UNITS_PER_MILLI } from './clock.js';
import { draw } from './svg.js';

const MIDDLE = 38;
const STEP = 5.6;
const MOST_IN_COLUMN = 6;
const COLUMN = STEP / UNITS_PER_MILLI;
const WIDTH = SPAN * UNITS_PER_MILLI;

/** A mark for each decision: what was let through above the line, what was rejected below it. */
export class Timeline {
  constructor(svg) {
    this.svg = svg;
    this.start = performance.timeOrigin;
    this.band = draw(svg, 'rect', { class: 'window', x: WIDTH, y: 2, width: 0, height: 72 });
    this.group = draw(svg, 'g', {});
    draw(svg, 'line', { class: 'axis', x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE });
    this.columns = new Map();
    this.marks = [];
  }

  /** Marks that belong to one moment stand in columns; what finds its column full goes into the next. */
  add(kind, at, instance) {
    const sign = kind === 'allowed' || kind === 'delayed' ? -1 : 1;
    const filled = place => this.columns.get(sign * place) ?? 0;
    let column = Math.floor((at - this.start) / COLUMN);
    while (filled(column) >= MOST_IN_COLUMN) {
      column++;
    }
    const height = filled(column) + 1;
    this.columns.set(sign * column, height);
    const element = this.mark(kind, instance, (column + 0.5) * STEP, MIDDLE + sign * (height * STEP - 0.8));
    this.marks.push({ element, at, column: sign * column });
  }

  mark(kind, instance, x, y) {
    const path = kind === 'failed' ? 'm-2-2 4 4m-4 0 4-4' : 'M0-2.9 2.9 0 0 2.9-2.9 0z';
    return kind === 'failed' || instance === 2
      ? draw(this.group, 'path', { class: `dot ${kind}`, d: path, transform: `translate(${x} ${y})` })
      : draw(this.group, 'circle', { class: `dot ${kind}`, r: 2.3, cx: x, cy: y });
  }

  /** The last interval, which always reaches to now. */
  showLastInterval(interval) {
    this.shade(interval);
  }

  /** A window with an end of its own, which is shaded until then. Each decision tells a slightly different beginning of the same window. */
  showWindow(from, to) {
    if (!(Math.abs(from - this.window?.from) < 500)) {
      this.window = { from, to };
    }
  }

  /** As much of the last milliseconds as there is room for. */
  shade(millis) {
    const width = Math.min(WIDTH, Math.max(0, millis * UNITS_PER_MILLI));
    this.band.setAttribute('x', WIDTH - width);
    this.band.setAttribute('width', width);
  }

  move(now) {
    const left = now - SPAN;
    if (this.window) {
      this.shade(now < this.window.to ? now - this.window.from : 0);
    }
    if (this.marks.length > 0) {
      this.group.setAttribute('transform', `translate(${((this.start - left) * UNITS_PER_MILLI).toFixed(2)} 0)`);
      this.marks = this.marks.filter(mark => mark.at > left - 1000 || this.remove(mark));
    }
  }

  remove({ element, column }) {
    element.remove();
    this.columns.delete(column);
    return false;
  }
}
