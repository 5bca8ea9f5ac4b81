import { send } from './server.js';

const REDIS = {
  RUNNING: ['Redis runs', 'Pull the plug on Redis'],
  STOPPED: ['Redis is stopped', 'Plug Redis in again'],
  GIVEN: ['Redis of your own', 'Pull the plug on Redis'],
};

const redisSwitch = document.getElementById('redis-switch');
const instanceSwitch = document.getElementById('instance-switch');
let redis;
let instances = [];

export function show(situation) {
  ({ redis, instances } = situation);
  const [state, action] = REDIS[redis];
  write('redis-state', state);
  document.getElementById('redis-light').dataset.state = redis === 'STOPPED' ? 'off' : 'on';
  document.getElementById('outage').hidden = redis !== 'STOPPED';
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
export const redisRuns = () => redis !== 'STOPPED';

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
