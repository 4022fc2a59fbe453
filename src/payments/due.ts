// What is due by the clock of each record's payment gateway, found by one statement over all publications. Gateways run by our clock, but for those
// of test environments that have a clock of their own for each publication, ahead of ours. Production has no such gateway: it asks for no such
// clock, and what such a gateway recorded is never due there.
import { addSeconds } from '../database/clock.ts';
import { statement, type Statement, type Values } from '../database/statement.ts';
import { GATEWAYS, type PaymentParts } from './gateways.ts';

/** At most so many rows at once; the next round finds the others. */
const DUE_AT_ONCE = 200;

/** SQL for the milliseconds that the clock of a row's gateway is ahead of ours; null where this environment has no such gateway. */
type ClockOffset = (row: string) => string;
/** Of a query, without its limit. */
export type DueText = (clockOffset: ClockOffset) => string;

export interface DueStatement<Row> {
  readonly production: Statement<Row>;
  readonly test: Statement<Row>;
}

/** Our clock, and the one that is furthest ahead: a bound by which an index finds all that can be due. */
export interface Clocks {
  readonly now: Date;
  readonly latest: Date;
}

const OWN_CLOCKS = GATEWAYS.flatMap(({ name, embedded }) => (embedded === undefined ? [] : [{ name, ...embedded }]));
const namesOfTestOnly = OWN_CLOCKS.map(({ name }) => `'${name}'`).join(', ');
const productionOffset: ClockOffset = (row) => `case when ${row}.gateway in (${namesOfTestOnly}) then null else 0 end`;
const testOffset: ClockOffset = (row) =>
  `coalesce(${OWN_CLOCKS.map(({ clockOffset }) => clockOffset(row)).join(', ')}, 0)`;

/** What does not ask for a clock is the same in both environments. */
export function dueStatement<Row>(name: string, text: DueText): DueStatement<Row> {
  const textBy = (offset: ClockOffset): string => `${text((row) => `(${offset(row)})`)} limit ${DUE_AT_ONCE}`;
  const production = statement<Row>(name, textBy(productionOffset));
  const hasClock = textBy(productionOffset) !== textBy(testOffset);
  return {
    production,
    test: hasClock ? statement(`${name}_by_own_clocks`, textBy(testOffset)) : production,
  };
}

export async function readClocks({ config, database, clock }: PaymentParts): Promise<Clocks> {
  const now = clock.now();
  if (config.environment === 'production') return { now, latest: now };
  let largest = 0;
  for (const { readLargestClockOffset } of OWN_CLOCKS)
    largest = Math.max(largest, await readLargestClockOffset(database));
  return { now, latest: addSeconds(now, largest / 1000) };
}

export function listDue<Row>(
  { config, database }: Pick<PaymentParts, 'config' | 'database'>,
  due: DueStatement<Row>,
  values: Values,
): Promise<Row[]> {
  return database.all(due[config.environment], values);
}
