// What a row is to do to a person, given what is known of them. Our choice: a file changes what it says anew since the
// last file, and fills in what is empty; what was changed here by hand stays, unless the publisher has the file win.
import type { SecretKeys } from '../../database/secrets.ts';
import { toPostalText, type PostalAddress } from '../postal/postal-address.ts';
import type { Tenant } from '../record.ts';
import type { Change } from './import-block.ts';
import { isShortMac, shortMac, type Said } from './imported-person.ts';
import type { HeldSubscription, KnownPerson } from './known-people.ts';
import type { PersonOfFile, WantedSubscription } from './row.ts';

interface SubscriptionPlan {
  readonly create?: WantedSubscription;
  readonly setEnd?: { readonly id: string; readonly endsAt: number | null };
  readonly end?: { readonly id: string };
}

/** What is to be done to a person who is here; an undefined part stays as it is. */
export interface PersonPlan {
  readonly changes: readonly Change[];
  readonly name?: string;
  /** Ids: all that the person is to get. */
  readonly newsletters?: readonly string[];
  readonly subscription?: SubscriptionPlan;
  readonly postalAddress?: PostalAddress;
  readonly note?: string;
  readonly activationCode?: string;
}

interface Compared {
  readonly row: PersonOfFile;
  readonly known: KnownPerson;
  readonly overwrites: boolean;
  /** Whether this is the text of which the last file's hash was kept. */
  readonly isSaid: (text: string, mac: string | undefined) => boolean;
}

const CHANGES_OF_PARTS: Readonly<Record<string, Change>> = {
  activationCode: 'activation_code',
  postalAddress: 'postal_address',
};

export function planRow(
  secretKeys: SecretKeys,
  publication: Tenant,
  given: Omit<Compared, 'isSaid'> & { readonly codeMac: string | undefined },
): PersonPlan {
  const isSaid: Compared['isSaid'] = (text, mac) => mac !== undefined && isShortMac(secretKeys, publication, text, mac);
  const compared = { ...given, isSaid };
  const { row, known, codeMac } = given;
  const name = newText(compared, row.name, known.name, known.said?.name);
  const newsletters = newNewsletters(compared);
  const subscription = newSubscription(compared);
  const postalText = row.postalAddress && toPostalText(row.postalAddress);
  const isNewAddress =
    newText(compared, postalText ?? null, known.postalAddress, known.said?.postalAddress) !== undefined;
  const note = row.note !== undefined && !isSaid(row.note, known.said?.note) ? row.note : undefined;
  const takesCode = codeMac !== undefined && known.activationCodeMac === null && known.activatedAt === null;
  const activationCode = takesCode ? row.activationCode : undefined;
  const parts = {
    ...(name !== undefined && { name }),
    ...(newsletters !== undefined && { newsletters }),
    ...(subscription !== undefined && { subscription }),
    ...(isNewAddress && row.postalAddress !== undefined && { postalAddress: row.postalAddress }),
    ...(note !== undefined && { note }),
    ...(activationCode !== undefined && { activationCode }),
  };
  const changes = Object.keys(parts).map((part) => CHANGES_OF_PARTS[part] ?? (part as Change));
  return { changes, ...parts };
}

/** What the file says of the person, to be kept for the next one. */
export function toSaid(
  secretKeys: SecretKeys,
  publication: Tenant,
  row: PersonOfFile,
  former: { readonly said: Said | undefined; readonly subscriptionId: string | undefined },
): Said {
  const macOf = (text: string): string => shortMac(secretKeys, publication, text);
  const subscriptionId = former.subscriptionId ?? former.said?.subscriptionId;
  return {
    ...former.said,
    ...(row.name !== null && { name: macOf(row.name) }),
    ...(row.newsletters !== undefined && { newsletters: row.newsletters }),
    ...(row.subscription !== undefined && { subscription: row.subscription }),
    ...(subscriptionId !== undefined && { subscriptionId }),
    ...(row.postalAddress !== undefined && { postalAddress: macOf(toPostalText(row.postalAddress)) }),
    ...(row.note !== undefined && { note: macOf(row.note) }),
  };
}

/** What the row gives the person in place of what they have. @param saidMac of what the last file gave them */
function newText(
  { overwrites, isSaid }: Compared,
  wanted: string | null,
  present: string | null,
  saidMac: string | undefined,
): string | undefined {
  if (wanted === null || wanted === present) return undefined;
  if (overwrites || present === null) return isSaid(wanted, saidMac) && !overwrites ? undefined : wanted;
  const isNews = saidMac !== undefined && !isSaid(wanted, saidMac);
  return isNews && isSaid(present, saidMac) ? wanted : undefined;
}

/** Somebody who was here before the first file gets no newsletter by it: perhaps they have unsubscribed. */
function newNewsletters({ row, known, overwrites }: Compared): readonly string[] | undefined {
  const wanted = row.newsletters;
  const former = known.said?.newsletters;
  if (wanted === undefined || (former === undefined && !overwrites)) return undefined;
  const added = overwrites ? wanted : wanted.filter((id) => !(former ?? []).includes(id));
  const removed = new Set((former ?? []).filter((id) => !wanted.includes(id)));
  const next = new Set([...known.newsletters.filter((id) => !removed.has(id)), ...added]);
  const isSame = next.size === known.newsletters.length && known.newsletters.every((id) => next.has(id));
  return isSame ? undefined : [...next].toSorted();
}

/** Whoever pays by a gateway here, or was given the plan by somebody, keeps that. */
function newSubscription({ row, known, overwrites }: Compared): SubscriptionPlan | undefined {
  const wanted = row.subscription;
  const { said, subscriptions } = known;
  if (wanted === undefined) return undefined;
  // A gateway may collect by now for what a file brought.
  const imported = subscriptions.find(
    ({ id, billing }) => id === said?.subscriptionId && (billing === 'outside' || billing === 'none'),
  );
  const isNews = said?.subscription === undefined || !isSameSubscription(said.subscription, wanted);
  if (wanted === null) return imported !== undefined && isNews ? { end: { id: imported.id } } : undefined;
  const held = subscriptions.find(({ planId }) => planId === wanted.planId);
  if (!isNews && !overwrites) return undefined;
  const ended = imported !== undefined && imported !== held ? { end: { id: imported.id } } : {};
  if (held === undefined) return { create: wanted, ...ended };
  if (!isOfImport(held, wanted) || held.endsAt === wanted.endsAt) return undefined;
  return imported === held || overwrites ? { setEnd: { id: held.id, endsAt: wanted.endsAt } } : undefined;
}

function isOfImport({ billing, complimentary }: HeldSubscription, wanted: WantedSubscription): boolean {
  return complimentary === wanted.complimentary && (billing === 'outside' || billing === 'none');
}

function isSameSubscription(a: WantedSubscription | null, b: WantedSubscription | null): boolean {
  if (a === null || b === null) return a === b;
  return a.planId === b.planId && a.complimentary === b.complimentary && a.endsAt === b.endsAt;
}
