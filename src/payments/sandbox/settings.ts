// The settings of a publication's sandbox: its clock, which can only be advanced, and the faults that it simulates.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../../models/record.ts';

/** `down`: every call fails at once. `slow`: no call is answered in time. */
export const TROUBLES = ['none', 'down', 'slow'] as const;
type Trouble = (typeof TROUBLES)[number];

export interface SandboxSettings {
  /** The milliseconds that its clock is ahead of ours. */
  readonly clockOffset: number;
  readonly sendsTwice: boolean;
  /** Events are sent out of order. */
  readonly shuffles: boolean;
  readonly delaySeconds: number;
  readonly trouble: Trouble;
}

const DEFAULTS: SandboxSettings = {
  clockOffset: 0,
  sendsTwice: false,
  shuffles: false,
  delaySeconds: 0,
  trouble: 'none',
};

const read = statement<SandboxSettings>(
  'sandbox_settings',
  `select clock_offset, sends_twice, shuffles, delay_seconds, trouble
    from sandbox_settings where publication_id = :publicationId`,
);
const largestOffset = statement<{ largestOffset: number | null }>(
  'largest_sandbox_clock_offset',
  'select max(clock_offset) as largest_offset from sandbox_settings',
);
const write = statement(
  'set_sandbox_settings',
  `insert into sandbox_settings (publication_id, clock_offset, sends_twice, shuffles, delay_seconds, trouble) 
      values (:publicationId, :clockOffset, :sendsTwice, :shuffles, :delaySeconds, :trouble)
    on conflict (publication_id) do update set clock_offset = excluded.clock_offset, sends_twice = excluded.sends_twice,
      shuffles = excluded.shuffles, delay_seconds = excluded.delay_seconds, trouble = excluded.trouble`,
);

export async function readSandboxSettings(publication: Tenant, connection: Connection): Promise<SandboxSettings> {
  const found = await connection.first(read, { publicationId: publication.id });
  return found === undefined
    ? DEFAULTS
    : { ...found, sendsTwice: Boolean(found.sendsTwice), shuffles: Boolean(found.shuffles) };
}

export async function changeSandboxSettings(
  publication: Tenant,
  transaction: Transaction,
  change: Partial<SandboxSettings>,
): Promise<SandboxSettings> {
  const settings = { ...(await readSandboxSettings(publication, transaction)), ...change };
  await transaction.run(write, { publicationId: publication.id, ...settings });
  return settings;
}

/** Returns the largest clock offset of all publications, in milliseconds. */
export async function readLargestClockOffset(connection: Connection): Promise<number> {
  return (await connection.first(largestOffset, {}))?.largestOffset ?? 0;
}

/** Returns SQL for the milliseconds that the sandbox's clock is ahead of ours; null for a row of another gateway. */
export function sandboxClockOffset(row: string): string {
  return `(select c.clock_offset from sandbox_settings c where c.publication_id = ${row}.publication_id and ${row}.gateway = 'sandbox')`;
}

/** Returns the time of the sandbox's clock. */
export async function sandboxNow(publication: Tenant, connection: Connection, clock: Clock): Promise<Date> {
  const { clockOffset } = await readSandboxSettings(publication, connection);
  return addSeconds(clock.now(), clockOffset / 1000);
}
