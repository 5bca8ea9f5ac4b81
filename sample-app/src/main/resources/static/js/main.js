import { synchronise } from './clock.js';
import './lane.js';
import { listStories } from './contents.js';
import { Panel } from './panel.js';
import * as switches from './switches.js';

const lanes = new Map([...document.querySelectorAll('limit-lane')].map(lane => [lane.name, lane]));
const panels = new Map([...document.querySelectorAll('[data-story]')].map(section => [section.dataset.story, new Panel(section)]));

listStories(document.getElementById('contents'));

const feed = new EventSource('page/feed');

feed.onmessage = message => {
  const { now, decisions, answers, situation } = JSON.parse(message.data);
  synchronise(now);
  decisions.forEach(decision => lanes.get(decision.limiter)?.decided(decision));
  answers.forEach(answer => panels.get(answer.story).answered(answer));
  if (situation) {
    switches.show(situation);
    situation.limiters.forEach(limiter => lanes.get(limiter.name)?.show(limiter));
    if (!document.body.dataset.ready) {
      document.body.dataset.ready = 'yes';
      panels.get('COMPARISON').playOnce();
    }
  }
};

feed.onerror = () => switches.unreachable();
