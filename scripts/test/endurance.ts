// What takes longer than `npm test` may, by `npm run test:long`: faults in full numbers, upgrades with much data, and load for half an hour.
import { runVitest, type Outcome } from './outcome.ts';

export async function runEndurance(print: (text: string) => void): Promise<Outcome> {
  return await runVitest({ filters: [], print }, 'endurance');
}

/** Journeys once more, with two instances on one PostgreSQL, each request answered by the other. */
export async function runInstances(print: (text: string) => void): Promise<Outcome> {
  return await runVitest({ filters: [], print }, 'instances');
}
