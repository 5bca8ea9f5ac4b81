/** Numbers and times as people read them. */

export function number(value) {
  return value.toLocaleString('en');
}

export function interval(millis) {
  for (const [unit, size] of [['h', 3_600_000], ['min', 60_000], ['s', 1000]]) {
    if (millis % size === 0) {
      return millis === size ? unit : `${millis / size} ${unit}`;
    }
  }
  return `${millis} ms`;
}

/** A moment by the clocks of a time zone: its time on the same day, else its day. */
export function moment(millis, timeZone) {
  const at = new Date(millis);
  const day = date => date.toLocaleDateString('en-GB', { timeZone });
  return day(at) === day(new Date())
    ? at.toLocaleTimeString('en-GB', { timeZone })
    : at.toLocaleString('en-GB', { timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}

export function duration(millis) {
  const seconds = Math.ceil(millis / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
