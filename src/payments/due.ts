// Finds what is due by the clock of each record's payment gateway, by one statement over all publications. Gateways run by our clock, but for those
// of test environments that have a clock of their own for each publication, ahead of ours. Production has no such gateway: it reads no such clock,
// and nothing that such a gateway recorded is ever due there. What belongs to a publication that is being moved waits.
import { addSeconds } from '../database/clock.ts';
import { statement, type Statement, type Values } from '../database/statement.ts';
import { AWAY } from '../models/move-state.ts';
import { GATEWAYS, type PaymentParts } from './gateways.ts';

/** The most rows a round takes; the next round finds the others. */
const DUE_MAX = 200;

/** SQL for the milliseconds that the clock of a row's gateway is ahead of ours; null where this environment has no such gateway. */
type ClockOffset = (row: string) => string;
/** The text of a query, without its limit. */
export type DueText = (clockOffset: ClockOffset) => string;

export interface DueStatement<Row> {
  readonly production: Statement<Row>;
  readonly test: Statement<Row>;
}

/** Our clock, and the one furthest ahead: the bound by which an index finds all rows that can be due. */
export interface Clocks {
  readonly now: Date;
  readonly latest: Date;
}

const GATEWAYS_WITH_CLOCK = GATEWAYS.flatMap(({ name, embedded }) =>
  embedded === undefined ? [] : [{ name, ...embedded }],
);
const namesOfTestOnly = GATEWAYS_WITH_CLOCK.map(({ name }) => `'${name}'`).join(', ');
const productionOffset: ClockOffset = (row) => `case when ${row}.gateway in (${namesOfTestOnly}) then null else 0 end`;
const testOffset: ClockOffset = (row) =>
  `coalesce(${GATEWAYS_WITH_CLOCK.map(({ clockOffset }) => clockOffset(row)).join(', ')}, 0)`;

/** Makes the statement of each environment; a text that reads no clock offset gives one statement for both. */
export function dueStatement<Row>(name: string, text: DueText): DueStatement<Row> {
  const textBy = (offset: ClockOffset): string =>
    `select * from (${text((row) => `(${offset(row)})`)}) due where due.publication_id not in (${AWAY}) limit ${DUE_MAX}`;
  const production = statement<Row>(name, textBy(productionOffset));
  const hasClock = textBy(productionOffset) !== textBy(testOffset);
  return {
    production,
    test: hasClock ? statement(`${name}_by_own_clocks`, textBy(testOffset)) : production,
  };
}

/**
 * The name of a gateway by whose clock a test environment runs; '' where there is none. Rows that no gateway recorded
 * fall due by it, so that what a publisher tries is over when the trial's clock says so.
 */
export const NAME_OF_CLOCK = GATEWAYS_WITH_CLOCK[0]?.name ?? '';

export async function readClocks({ config, database, clock }: PaymentParts): Promise<Clocks> {
  const now = clock.now();
  if (config.environment === 'production') return { now, latest: now };
  let largest = 0;
  for (const { readLargestClockOffset } of GATEWAYS_WITH_CLOCK)
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
