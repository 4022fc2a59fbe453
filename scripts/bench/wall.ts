// What the second wall between publications costs (DATABASE_WALL): the service with it and without it, on the same lists and sign-ins.
import { measure, pairsOf, type Part } from './measure.ts';
import { serviceLists } from './reads.ts';
import { serviceFlows } from './sign-in.ts';

/** Of the rate without it. */
const RATE_MIN = 0.9;
const OFF = { DATABASE_WALL: 'off' };

export const wall: Part = {
  name: 'wall',
  what: 'lists and sign-ins with DATABASE_WALL=on against the same with off',
  async run(stage) {
    const { database } = stage;
    if (database.dialect === 'sqlite') return [];
    const goals = [{ of: 'rate', least: RATE_MIN }] as const;
    const [walled, open] = [await serviceLists(database), await serviceLists(database, OFF)];
    const lists = pairsOf(walled, open, Object.fromEntries(walled.map(({ name }) => [name, goals]))).slice(0, 2);
    const [flow, openFlow] = [await serviceFlows(database), await serviceFlows(database, OFF)];
    const kinds = [
      ['a whole sign-in', 'flow'],
      ['userinfo', 'userinfo'],
    ] as const;
    const flows = kinds.map(([what, kind]) => ({ what, ours: flow(kind), other: openFlow(kind), goals }));
    return measure(stage, [...lists, ...flows]);
  },
};
