// Finds the people whose address a mistyped one may have meant: one typing error away, at another domain, or formerly
// theirs. All is looked up by indexes: whoever has a million people waits no longer.
import type { Connection } from '../../database/connection.ts';
import type { EmailAddress } from '../email-address.ts';
import type { Tenant } from '../record.ts';
import { AddressChangeRecord } from './address-change.ts';
import { CustomerRecord } from './customer-record.ts';

export interface SimilarPerson {
  readonly customerId: string;
  readonly email: string;
  /** `former`: the address was theirs. `typo`: a letter differs. `domain`: the same name elsewhere. */
  readonly likeness: 'former' | 'typo' | 'domain';
}

/** Our choice: more would be guessing. */
const SHOWN = 5;
/** Our choice: the people of one name whose domains are compared. */
const COMPARED = 50;
/** Our choice: two errors in a domain are still the same one (gmial.con). */
const DOMAIN_ERRORS = 2;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.-_+'];
/** Our choice: in a longer name only left-out and exchanged letters are tried. */
const LONG_NAME = 32;

/** The best first. */
export async function findSimilarPeople(
  publication: Tenant,
  connection: Connection,
  { emailNormalized }: EmailAddress,
): Promise<SimilarPerson[]> {
  const at = emailNormalized.lastIndexOf('@');
  const [name, domain] = [emailNormalized.slice(0, at), emailNormalized.slice(at + 1)];
  const people = () =>
    CustomerRecord.in(publication, connection, { goneAt: null }).select('id', 'email', 'emailNormalized');
  const typos = [...oneErrorAway(name)].map((variant) => `${variant}@${domain}`);
  const [former, mistyped, elsewhere] = await Promise.all([
    AddressChangeRecord.in(publication, connection, { formerEmailNormalized: emailNormalized })
      .orderBy('id', 'desc')
      .limit(SHOWN),
    people().whereIn('emailNormalized', typos).limit(SHOWN),
    // All addresses that begin with the name and an @; A follows @ in the order of bytes.
    people().where('emailNormalized', '>=', `${name}@`).where('emailNormalized', '<', `${name}A`).limit(COMPARED),
  ]);
  const formerly = await people().whereIn(
    'id',
    former.map(({ customerId }) => customerId),
  );
  const isNear = (normalized: string | null): boolean =>
    errorsBetween((normalized ?? '').slice(at + 1), domain) <= DOMAIN_ERRORS;
  const found = [
    ...formerly.map((person) => toSimilar(person, 'former')),
    ...mistyped.map((person) => toSimilar(person, 'typo')),
    ...elsewhere.filter((person) => isNear(person.emailNormalized)).map((person) => toSimilar(person, 'typo')),
    ...elsewhere.map((person) => toSimilar(person, 'domain')),
  ];
  return [...new Map(found.toReversed().map((person) => [person.customerId, person])).values()]
    .toReversed()
    .slice(0, SHOWN);
}

function toSimilar(
  { id, email }: { readonly id: string; readonly email: string | null },
  likeness: SimilarPerson['likeness'],
): SimilarPerson {
  return { customerId: id, email: email ?? id, likeness };
}

/** All texts that one left-out, added, exchanged or wrong letter makes of this one. */
export function oneErrorAway(text: string): Set<string> {
  const letters = [...text];
  const variants = new Set<string>();
  const add = (before: number, put: string, after: number) =>
    variants.add(letters.slice(0, before).join('') + put + letters.slice(after).join(''));
  for (let index = 0; index <= letters.length; index += 1) {
    add(index, '', index + 1);
    add(index, (letters[index + 1] ?? '') + (letters[index] ?? ''), index + 2);
    if (letters.length > LONG_NAME) continue;
    for (const letter of LETTERS) {
      add(index, letter, index + 1);
      add(index, letter, index);
    }
  }
  variants.delete(text);
  variants.delete('');
  return variants;
}

/** The number of letters that are wrong, left out, added or exchanged with the next (Damerau–Levenshtein). */
export function errorsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1] ?? [];
      const isSame = a[i - 1] === b[j - 1];
      const isExchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const costs = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1)];
      if (isExchanged && i > 1 && j > 1) costs.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...costs));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
