import { calm } from './clock.js';
import { Costs } from './costs.js';
import { pause, send } from './server.js';
import { redisRuns, severalInstances } from './switches.js';
import { number } from './words.js';

/** The buttons of a story, and how its calls were answered since the last one was pressed. */
export class Panel {
  constructor(section) {
    this.story = section.dataset.story;
    this.silent = 'silent' in section.dataset;
    this.lanes = [...section.querySelectorAll('limit-lane')];
    this.controls = section.querySelector('.controls');
    const own = [...this.controls.children];
    this.controls.append(document.getElementById('controls').content.cloneNode(true));
    // In the order in which they are seen, as the keyboard goes through them.
    this.controls.querySelector('label:has(output)').before(...own);
    this.answers = this.controls.querySelector('.answers');
    this.statuses = new Map();
    this.costs = new Costs(section.querySelector('.costs'));
    this.listen(section.querySelector('h2').id);
  }

  listen(heading) {
    this.controls.querySelectorAll('button').forEach(button => button.setAttribute('aria-describedby', heading));
    for (const button of this.controls.querySelectorAll('button[data-count]')) {
      button.addEventListener('click', () => this.call(button.dataset.count));
    }
    for (const button of this.controls.querySelectorAll('button[data-messages]')) {
      button.addEventListener('click', () => this.call(1, button.dataset.messages));
    }
    for (const button of this.controls.querySelectorAll('button[data-close]')) {
      button.addEventListener('click', () => send('POST', `api/vendor/closed?seconds=${button.dataset.close}`));
    }
    for (const button of this.controls.querySelectorAll('button[data-calls]')) {
      button.addEventListener('click', () => this.call(1, 1, button.dataset.calls));
    }
    for (const button of this.controls.querySelectorAll('button[data-lift]')) {
      button.addEventListener('click', async () => {
        for (const path of button.dataset.lift.split(' ')) {
          await send('DELETE', `actuator/ratelimited/${path}`);
        }
      });
    }
    for (const button of this.controls.querySelectorAll('button[data-gift]')) {
      button.addEventListener('click', () => send('POST', `actuator/ratelimited/search?key=${button.dataset.gift}`,
        { rate: 8, interval: '10s', validFor: '1m' }));
    }
    this.controls.querySelector('.edge')?.addEventListener('click', event => this.twoBursts(event.target));
    const slider = this.controls.querySelector('input[type=range]');
    slider.setAttribute('aria-label', `Calls per second of ${this.story.toLowerCase()}`);
    slider.addEventListener('input', () => this.stream(Number(slider.value)));
  }

  /** The story of the chosen plan. A browser may choose one again that was chosen before, and tells nobody. */
  get plan() {
    return this.controls.querySelector('input[type=radio]:checked')?.value;
  }

  /** Plays the example without being asked, unless the reader wants little motion. */
  playOnce() {
    const edge = this.controls.querySelector('.edge');
    if (!calm.matches) {
      edge.click();
    }
  }

  forget() {
    this.statuses.clear();
    this.lanes.forEach(lane => lane.sinceNow());
  }

  call(count, messages = 1, story = this.plan ?? this.story) {
    this.forget();
    return this.send(count, messages, story);
  }

  send(count, messages = 1, story = this.plan ?? this.story) {
    return send('PUT', `page/calls/${story}?count=${count}&messages=${messages}`);
  }

  stream(rate) {
    clearInterval(this.streaming);
    const output = this.controls.querySelector('output');
    output.textContent = rate === 0 ? 'off' : `${rate} a second`;
    // A screen reader should not read out every second of a stream.
    this.answers.setAttribute('aria-live', rate === 0 ? 'polite' : 'off');
    if (rate > 0) {
      this.forget();
      this.streaming = setInterval(() => this.send(1), 1000 / rate);
    }
  }

  async twoBursts(button) {
    button.disabled = true;
    await this.beginAnew();
    this.call(1);
    setTimeout(() => this.send(10), 7000);
    setTimeout(() => {
      this.send(10);
      button.disabled = false;
    }, 13_000);
  }

  /** What was called before would spoil the example. */
  async beginAnew() {
    if (redisRuns()) {
      await Promise.all(this.lanes.map(lane => lane.beginAnew()));
    }
    // The other one may remember its rejections for a second.
    await pause(severalInstances() ? 1000 : 0);
  }

  answered({ at, status, detail, cost }) {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status !== 200) {
      this.detail = detail;
    }
    if (cost) {
      this.costs.add(at, cost, this.lanes.at(-1).limiter);
    }
    // A limit that is not meant for clients answers its rejections with 503, too.
    if (status === 503 && !this.silent) {
      this.lanes.forEach(lane => lane.failed(at));
    }
    this.saying ??= setTimeout(() => this.say(), 300);
  }

  say() {
    this.saying = null;
    const answers = [...this.statuses].sort().map(([status, times]) => `${number(times)} × ${status}`).join(', ');
    if (this.story === 'COMPARISON') {
      this.answers.textContent = this.lanes.map(lane => `${lane.name} ${lane.share()}`).join(', ');
      return;
    }
    const why = [...this.statuses.keys()].some(status => status !== 200) ? `: ${this.detail}` : '';
    this.answers.textContent = answers + why;
  }
}
