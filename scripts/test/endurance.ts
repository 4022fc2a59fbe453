// What takes longer than `npm test` may, by `npm run test:long`: faults in full numbers, upgrades with much data, and load for half an hour.
import { runVitest, type Outcome } from './outcome.ts';

export async function runEndurance(print: (text: string) => void): Promise<Outcome> {
  return await runVitest({ filters: [], print }, 'endurance');
}
