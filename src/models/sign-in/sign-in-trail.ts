// The sign-in trail: what happened at attempts to sign in, for a publisher who is asked why somebody cannot get in. It is
// kept for 30 days and holds no codes, tokens, full IP addresses or e-mail addresses. That somebody signed in, and how the
// session ended, is read from the session itself, so that a sign-in costs one row.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { hashSecret, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { EmailAddress } from '../email-address.ts';
import type { Intent } from '../people/email-code.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';

export const TRAIL_SECONDS = 30 * 24 * 3600;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

export type StepKind =
  | 'code_sent'
  /** A publisher had a sign-in link mailed. */
  | 'link_sent'
  /** No code was sent, since a limit was reached. */
  | 'code_limited'
  | 'code_wrong'
  /** The last try of a code was wrong. */
  | 'code_spent'
  | 'code_expired'
  /** Too many wrong codes for one address. */
  | 'guesses_limited'
  /** An authorization request that was refused. */
  | 'request_refused'
  /** A website asked without showing a page (prompt=none), and nobody was signed in. */
  | 'silent_refused';

export interface StepFacts {
  /** What the code was for. */
  readonly purpose?: Intent['purpose'];
  /** When the limit ends, in milliseconds since 1970. */
  readonly until?: number;
  /** Whether it is a limit that others share, such as that of a network. */
  readonly isShared?: boolean;
  /** The buckets of the limits of this address, which can be lifted (src/models/people/email-code-limit.ts). */
  readonly buckets?: readonly string[];
  /** The application, or the unknown client ID, that asked. */
  readonly applicationId?: string;
  readonly clientId?: string;
  /** The code of the error, or `client` or `redirect_uri` for one that was shown on a page. */
  readonly error?: string;
  /** What was asked for, without the values of added parameters. */
  readonly redirectUri?: string;
  readonly scope?: string;
}

export interface NewStep {
  readonly kind: StepKind;
  /** Whose step it is, if that is known; otherwise the address says it. */
  readonly customerId?: string | undefined;
  readonly address?: EmailAddress | undefined;
  /** The value of the browser cookie. */
  readonly browser?: string | undefined;
  /** As security/network.ts shows it. */
  readonly network?: string | undefined;
  readonly facts: StepFacts;
  /** Steps of the same kind and key are one row that counts them, so that nobody floods the table. */
  readonly key: string;
}

class SignInStepRecord extends PublicationRecord {
  static override tableName = 'sign_in_steps';
  declare customerId: string | null;
  declare addressMac: string | null;
  declare kind: StepKind;
  /** A part of the hash of the browser cookie. */
  declare browser: string | null;
  declare network: string | null;
  /** StepFacts as JSON. */
  declare facts: string;
  declare times: number;
  declare createdAt: number;
  declare lastAt: number;
}

export interface Step extends Pick<
  RowOf<SignInStepRecord>,
  'kind' | 'customerId' | 'browser' | 'network' | 'times' | 'createdAt' | 'lastAt'
> {
  readonly facts: StepFacts;
}

// One statement that looks the person up itself, so that known and unknown addresses cause the same work. The hash of the
// address is kept only where nobody has it.
const insert = statement(
  'insert_sign_in_step',
  `insert into sign_in_steps (publication_id, id, customer_id, address_mac, kind, browser, network, facts, times, created_at, last_at)
    select cast(:publicationId as text), cast(:id as text), who.customer_id, case when who.customer_id is null then cast(:addressMac as text) end,
      cast(:kind as text), cast(:browser as text), cast(:network as text), cast(:facts as text), 1, cast(:now as bigint), cast(:now as bigint)
    from (select coalesce(cast(:customerId as text), (select c.id from customers c
      where c.publication_id = :publicationId and c.email_normalized = :emailNormalized and c.gone_at is null)) as customer_id) who where true
    on conflict (publication_id, id) do update set times = sign_in_steps.times + 1, last_at = excluded.last_at, facts = excluded.facts,
      customer_id = excluded.customer_id, address_mac = excluded.address_mac, browser = excluded.browser, network = excluded.network`,
);

export async function recordStep(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { kind, customerId, address, browser, network, facts, key }: NewStep,
): Promise<void> {
  await transaction.run(insert, {
    publicationId: publication.id,
    id: `step_${hashSecret(`${publication.id} ${kind} ${key}`).slice(0, 26)}`,
    customerId: customerId ?? null,
    emailNormalized: address?.emailNormalized ?? null,
    addressMac:
      address === undefined ? null : (addressMacs(secretKeys, publication, address.emailNormalized)[0] ?? null),
    kind,
    browser: browser === undefined ? null : browserMark(browser),
    network: network ?? null,
    facts: JSON.stringify(facts),
    now: clock.now(),
  });
}

/** The day, for keys of steps that are counted by the day. */
export function dayOf(clock: Clock): number {
  return Math.floor(clock.now().getTime() / DAY_MILLISECONDS);
}

/**
 * Our choice: 64 places for each of 4,096 groups of networks, by the first characters of a hash, for addresses that nobody
 * has and for refused requests of each error. Whoever makes up addresses or redirect URIs fills so many rows a day, and no
 * more; a newer step takes the place of an older one.
 */
export function placeOf(secretKeys: SecretKeys, network: string, text: string): string {
  const place = (what: string, length: number) => secretKeys.mac('sign-in-trail', `place ${what}`).slice(0, length);
  return place(network, 2) + place(text, 1);
}

/** A part of a hash, by which steps of one browser are found together. */
export function browserMark(browser: string): string {
  return hashSecret(browser).slice(0, 22);
}

/** Whose trail it is: a person and their address, or an address that nobody has. */
export interface TrailOwner {
  readonly customerId: string | undefined;
  readonly emailNormalized: string | null;
}

/** Our choice: as many steps as somebody reads. */
const STEPS_READ = 100;

/** Lists the newest steps, the latest first. */
export async function listSteps(
  publication: Tenant,
  connection: Connection,
  { clock, secretKeys }: { readonly clock: Clock; readonly secretKeys: SecretKeys },
  { customerId, emailNormalized }: TrailOwner,
): Promise<Step[]> {
  const since = clock.now().getTime() - TRAIL_SECONDS * 1000;
  const newest = () =>
    SignInStepRecord.in(publication, connection)
      .where('lastAt', '>', since)
      .orderBy('lastAt', 'desc')
      .limit(STEPS_READ);
  const lists = await Promise.all([
    customerId === undefined ? [] : newest().where({ customerId }),
    emailNormalized === null
      ? []
      : newest().whereIn('addressMac', addressMacs(secretKeys, publication, emailNormalized)),
  ]);
  return lists
    .flat()
    .toSorted((a, b) => b.lastAt - a.lastAt)
    .map(toStep);
}

// A literal, with which SQLite knows that an index over these rows alone can be used.
const REFUSED = "sign_in_steps.kind in ('request_refused', 'silent_refused')";

/** Lists requests of websites that were refused, whoever's they were, the latest first. */
export async function listRefusals(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  withinSeconds: number,
): Promise<Step[]> {
  const found = await SignInStepRecord.in(publication, connection)
    .whereRaw(REFUSED)
    .where('lastAt', '>', clock.now().getTime() - withinSeconds * 1000)
    .orderBy('lastAt', 'desc')
    .limit(STEPS_READ);
  return found.map(toStep);
}

/** Returns all steps for the person whom they are about, the latest first. */
export async function exportTrail(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { customerId, emailNormalized }: TrailOwner & { readonly customerId: string },
) {
  const macs = emailNormalized === null ? [] : addressMacs(secretKeys, publication, emailNormalized);
  const found = await SignInStepRecord.in(publication, connection)
    .where((either) => either.where({ customerId }).orWhereIn('addressMac', macs))
    .orderBy('lastAt', 'desc');
  return found.map((row) => {
    const { kind, network, times, createdAt, lastAt, facts } = toStep(row);
    const { purpose = null, error = null, redirectUri = null, scope = null } = facts;
    return { kind, purpose, error, redirectUri, scope, network, times, createdAt, lastAt };
  });
}

/** Removes the trail of a person who is erased, and of the addresses that they had. */
export async function eraseTrail(
  publication: Tenant,
  transaction: Transaction,
  secretKeys: SecretKeys,
  { customerId, emails }: { readonly customerId: string; readonly emails: readonly string[] },
): Promise<void> {
  await SignInStepRecord.in(publication, transaction, { customerId }).delete();
  const macs = emails.flatMap((email) => addressMacs(secretKeys, publication, email));
  await SignInStepRecord.in(publication, transaction).whereIn('addressMac', macs).delete();
}

export async function moveTrail(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await SignInStepRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
}

/** For each secret in use, the current one first. @param emailNormalized the canonical form */
function addressMacs(secretKeys: SecretKeys, publication: Tenant, emailNormalized: string): string[] {
  return secretKeys.macs('sign-in-trail', `${publication.id} ${emailNormalized}`);
}

function toStep(row: RowOf<SignInStepRecord>): Step {
  const { kind, customerId, browser, network, times, createdAt, lastAt } = row;
  // Written by recordStep.
  return { kind, customerId, browser, network, times, createdAt, lastAt, facts: JSON.parse(row.facts) as StepFacts };
}
