import { send } from './server.js';

/** What is said of it while it answers and while it does not, and what the button does. */
const REDIS = {
  RUNNING: ['Redis runs', 'Redis does not answer', 'Pull the plug on Redis'],
  STOPPED: ['Redis is stopped', 'Redis is stopped', 'Plug Redis in again'],
  GIVEN: ['Redis of your own', 'Your Redis does not answer', 'Pull the plug on Redis'],
};

const redisSwitch = document.getElementById('redis-switch');
const instanceSwitch = document.getElementById('instance-switch');
let redis;
let answers = true;
let instances = [];

export function show(situation) {
  ({ redis, answers, instances } = situation);
  const [well, silent, action] = REDIS[redis];
  write('redis-state', answers ? well : silent);
  document.getElementById('redis-light').dataset.state = redisRuns() ? 'on' : 'off';
  document.getElementById('outage').hidden = redisRuns();
  document.getElementById('instances-light').dataset.state = 'on';
  write('instances-state', instances.length === 1
    ? `One instance, on port ${instances[0]}`
    : `Two instances, on ports ${instances.join(' and ')}; calls go to both in turn`);
  if (!redisSwitch.dataset.busy) {
    write('redis-switch', action);
    redisSwitch.disabled = redis === 'GIVEN';
  }
  if (!instanceSwitch.dataset.busy) {
    write('instance-switch', instances.length === 1 ? 'Start a second instance' : 'Stop the second instance');
    instanceSwitch.disabled = false;
  }
}

/** Whether Redis can be asked for anything. */
export const redisRuns = () => redis !== 'STOPPED' && answers;

/** Whether calls go to more than one instance. */
export const severalInstances = () => instances.length > 1;

export function unreachable() {
  write('redis-state', 'The application does not answer');
  document.getElementById('redis-light').dataset.state = 'off';
}

function write(id, text) {
  const element = document.getElementById(id);
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

async function press(button, method, path) {
  button.dataset.busy = 'yes';
  button.disabled = true;
  await send(method, `page/${path}`);
  delete button.dataset.busy;
  button.disabled = false;
}

redisSwitch.addEventListener('click', () => press(redisSwitch, redis === 'RUNNING' ? 'DELETE' : 'PUT', 'redis'));
instanceSwitch.addEventListener('click',
  () => press(instanceSwitch, instances.length === 1 ? 'PUT' : 'DELETE', 'second-instance'));
