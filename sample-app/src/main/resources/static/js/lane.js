import { animate } from './clock.js';
import { Rates } from './rates.js';
import { send } from './server.js';
import { Timeline } from './timeline.js';
import { duration, interval, moment, number } from './words.js';

const BASES = {
  STORE: 'decided by Redis',
  LOCAL: 'LOCAL: each instance counts by itself',
  OPEN: 'OPEN: calls go through uncounted',
  CLOSED: 'CLOSED: calls fail',
};

/** A limiter: its limit, what is left of it, and what it decided in the last 30 seconds. */
class Lane extends HTMLElement {
  connectedCallback() {
    this.name = this.getAttribute('limiter');
    this.endpoint = `actuator/ratelimited/${this.name}`;
    this.counts = { allowed: 0, delayed: 0, rejected: 0, failed: 0 };
    this.sinceNow();
    const note = this.textContent;
    this.replaceChildren(document.getElementById('lane').content.cloneNode(true));
    this.part('h3').textContent = this.name;
    this.part('.note').textContent = note;
    this.part('.gauge').setAttribute('aria-label', `Permits left of ${this.name}`);
    this.part('form input').setAttribute('aria-label', `Rate of ${this.name}`);
    this.part('[type=submit]').setAttribute('aria-label', `Set the rate of ${this.name}`);
    this.part('.reset').setAttribute('aria-label', `Reset the rate of ${this.name}`);
    this.timeline = new Timeline(this.part('.timeline'));
    this.rates = new Rates(this.part('.rates'));
    this.part('form').addEventListener('submit', event => this.submit(event));
    this.part('.reset').addEventListener('click', () => send('DELETE', this.endpoint));
    animate(now => {
      this.timeline.move(now);
      this.rates.move(now);
    });
    this.describe();
  }

  part(selector) {
    return this.querySelector(selector);
  }

  /** Forgets what was used. */
  beginAnew() {
    return send('DELETE', `${this.endpoint}?state=true`);
  }

  async submit(event) {
    event.preventDefault();
    const input = this.part('form input');
    if (await send('POST', this.endpoint, { rate: Number(input.value) })) {
      input.value = '';
    }
  }

  /** How the limiter stands. */
  show(limiter) {
    this.limiter = limiter;
    const { rate, left, algorithm, period } = limiter;
    this.part('.limit').textContent = `${number(rate)} per ${period?.calendar ?? interval(limiter.interval)}, ${algorithm}`;
    this.part('form input').placeholder = rate;
    const most = algorithm === 'LEAKY_BUCKET' ? 1 : rate;
    const gauge = this.part('.gauge');
    gauge.style.setProperty('--part', left === null ? 0 : Math.min(1, left / most));
    gauge.style.setProperty('--pieces', most <= 20 ? most : 1);
    gauge.setAttribute('aria-valuemax', most);
    gauge.setAttribute('aria-valuenow', left ?? 0);
    gauge.setAttribute('aria-valuetext', this.left(left, most));
    this.part('.left').textContent = limiter.blocked > 0 ? `blocked for ${duration(limiter.blocked)}` : this.left(left, most);
    this.toggleAttribute('data-blocked', limiter.blocked > 0);
    if (period) {
      this.timeline.showWindow(period.start, period.end);
    }
    if (algorithm === 'SLIDING_WINDOW') {
      this.timeline.showLastInterval(limiter.interval);
    }
  }

  left(left, most) {
    const period = this.limiter.period;
    if (period && left !== null) {
      return `${number(left)} of ${number(most)} left until ${moment(period.end, period.zone)}`;
    }
    const back = this.back - Date.now();
    return left === null ? 'unknown how many are left'
      : left === 0 && back > 0 ? `0 of ${number(most)} left, the next in ${duration(back)}`
        : `${number(left)} of ${number(most)} left`;
  }

  decided({ at, allowed, delay, retryAfter, resetAfter, basis, instance }) {
    this.count(allowed ? (delay > 0 ? 'delayed' : 'allowed') : 'rejected', at, instance, basis);
    this.back = allowed ? 0 : Date.now() + retryAfter;
    if (this.limiter?.algorithm === 'FIXED_WINDOW' && resetAfter > 0) {
      this.timeline.showWindow(at + resetAfter - this.limiter.interval, at + resetAfter);
    }
  }

  sinceNow() {
    this.before = { ...this.counts };
  }

  /** How many of the calls since then were allowed, such as "5 of 20". */
  share() {
    const since = Object.fromEntries(Object.keys(this.counts).map(kind => [kind, this.counts[kind] - this.before[kind]]));
    const calls = Object.values(since).reduce((sum, each) => sum + each, 0);
    return `${number(since.allowed + since.delayed)} of ${number(calls)}`;
  }

  /** A call that failed, because the policy is CLOSED and the store could not decide. */
  failed(at) {
    this.count('failed', at, 1, 'CLOSED');
  }

  count(kind, at, instance, basis) {
    this.counts[kind]++;
    this.part(`.counts .${kind}`).textContent = this.counts[kind];
    this.part('.basis').textContent = BASES[basis];
    this.part('.basis').dataset.basis = basis;
    this.timeline.add(kind, at, instance);
    this.rates.add(kind, at);
    this.describe();
  }

  describe() {
    const { allowed, delayed, rejected, failed } = this.counts;
    const text = `${this.name}: ${allowed} allowed, ${delayed} allowed after a wait, ${rejected} rejected, ${failed} failed`;
    this.timeline.svg.setAttribute('aria-label', `Single decisions of the last 30 seconds. ${text}`);
    this.rates.svg.setAttribute('aria-label', `Decisions in each of the last 30 seconds. ${text}`);
  }
}

customElements.define('limit-lane', Lane);
