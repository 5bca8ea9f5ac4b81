import { number } from './words.js';

/** What calls took, what they cost, and what the costs of the last interval owe beyond the limit. */
export class Costs {
  constructor(line) {
    this.line = line;
    this.paid = [];
  }

  add(at, { estimate, real }, limiter) {
    this.paid.push({ at, real });
    const since = at - (limiter?.interval ?? 60_000);
    this.paid = this.paid.filter(cost => cost.at > since);
    const sum = this.paid.reduce((before, cost) => before + cost.real, 0);
    const change = real < estimate ? `${number(estimate - real)} went back` : `${number(real - estimate)} more were charged`;
    const debt = limiter && sum > limiter.rate ? `: a debt of ${number(sum - limiter.rate)}` : '';
    this.line.textContent =
      `Took ${number(estimate)}, cost ${number(real)}, ${change}. The last minute cost ${number(sum)}${debt}.`;
  }
}
