import { SPAN, UNITS_PER_MILLI } from './clock.js';
import { draw } from './svg.js';

const MIDDLE = 38;
const STEP = 5.6;
const MOST_IN_COLUMN = 6;
const COLUMN = STEP / UNITS_PER_MILLI;

/** A mark for each decision: what was let through above the line, what was refused below it. */
export class Timeline {
  constructor(svg) {
    this.svg = svg;
    this.start = performance.timeOrigin;
    this.fixed = draw(svg, 'g', {});
    this.group = draw(svg, 'g', {});
    draw(svg, 'line', { class: 'axis', x1: 0, x2: 600, y1: MIDDLE, y2: MIDDLE });
    this.columns = new Map();
    this.marks = [];
  }

  /** Marks that belong to one moment stand in columns; what finds its column full goes into the next. */
  add(kind, at, instance) {
    const sign = kind === 'allowed' || kind === 'delayed' ? -1 : 1;
    let column = Math.floor((at - this.start) / COLUMN);
    while ((this.columns.get(sign * column) ?? 0) >= MOST_IN_COLUMN) {
      column++;
    }
    const place = (this.columns.get(sign * column) ?? 0) + 1;
    this.columns.set(sign * column, place);
    this.mark(`dot ${kind}`, instance, column * STEP, MIDDLE + sign * (place * STEP - 0.8), at);
  }

  mark(className, instance, x, y, at) {
    const element = className.endsWith('failed')
      ? draw(this.group, 'path', { class: className, d: 'm-2-2 4 4m-4 0 4-4', transform: `translate(${x} ${y})` })
      : instance === 2
        ? draw(this.group, 'path', { class: className, d: 'M0-2.9 2.9 0 0 2.9-2.9 0z', transform: `translate(${x} ${y})` })
        : draw(this.group, 'circle', { class: className, r: 2.3, cx: x, cy: y });
    this.marks.push({ element, at });
  }

  /** The last interval, which always reaches to now. */
  showLastInterval(interval) {
    const width = Math.min(600, interval * UNITS_PER_MILLI);
    this.fixed.replaceChildren();
    draw(this.fixed, 'rect', { class: 'window', x: 600 - width, y: 2, width, height: 72 });
  }

  /** A window with an end of its own, which moves along. */
  showWindow(from, to) {
    const begin = Math.round(from / 1000);
    if (this.window !== begin) {
      this.window = begin;
      const element = draw(this.group, 'rect', {
        class: 'window', x: (from - this.start) * UNITS_PER_MILLI, y: 2, width: (to - from) * UNITS_PER_MILLI, height: 72,
      });
      this.group.prepend(element);
      this.marks.push({ element, at: to });
    }
  }

  move(now) {
    const left = now - SPAN;
    this.group.setAttribute('transform', `translate(${((this.start - left) * UNITS_PER_MILLI).toFixed(2)} 0)`);
    this.marks = this.marks.filter(mark => {
      const visible = mark.at > left - 1000;
      if (!visible) {
        mark.element.remove();
      }
      return visible;
    });
    if (this.marks.length === 0) {
      this.columns.clear();
    }
  }
}
