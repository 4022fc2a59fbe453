// A second client secret beside the first, so that a site changes over without failing in between: it is made, both work,
// then the old one is ended (service.md, Authentication 2).
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { hashSecret } from '../../database/secrets.ts';
import { Conflict, NotFound } from '../errors.ts';
import { LAST_USE_MILLISECONDS } from '../last-use.ts';
import type { Tenant } from '../record.ts';
import { OauthApplicationRecord, type OauthApplication } from './oauth-application.ts';
import { hintOf, newClientSecret, NO_SECOND_SECRET } from './secret-slots.ts';

/** A secret as lists show it. */
export interface ListedSecret {
  /** The last four characters. */
  readonly hint: string;
  readonly createdAt: number;
  /** Within a minute; null for a secret that was never used. */
  readonly usedAt: number | null;
}

export type SecretSlot = 'first' | 'second';

/** The older one first. */
export function secretsOf(application: OauthApplication): ListedSecret[] {
  const { clientSecretHint, clientSecretCreatedAt, clientSecretUsedAt } = application;
  const first = { hint: clientSecretHint, createdAt: clientSecretCreatedAt, usedAt: clientSecretUsedAt };
  const { secondSecretHint, secondSecretCreatedAt, secondSecretUsedAt } = application;
  if (secondSecretHint === null || secondSecretCreatedAt === null) return [first];
  return [first, { hint: secondSecretHint, createdAt: secondSecretCreatedAt, usedAt: secondSecretUsedAt }];
}

/**
 * Makes a second secret, good beside the first. Returns it here and never again. Throws NotFound, and Conflict where
 * there are two already.
 */
export async function addClientSecret(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<string> {
  const { clientSecretHint } = await OauthApplicationRecord.get(publication, transaction, id);
  let clientSecret = newClientSecret();
  // Secrets are told apart by their last four characters.
  while (hintOf(clientSecret) === clientSecretHint) clientSecret = newClientSecret();
  const added = await OauthApplicationRecord.in(publication, transaction, { id, secondSecretHash: null }).patch({
    secondSecretHash: hashSecret(clientSecret),
    secondSecretHint: hintOf(clientSecret),
    secondSecretCreatedAt: clock.now().getTime(),
    secondSecretUsedAt: null,
  });
  if (added === 0) throw new Conflict('secret', 'The application has two secrets: end one of them first');
  return clientSecret;
}

/**
 * Ends one of two secrets at once; the other one stays. Throws NotFound for a hint that neither has, and Conflict where
 * there is no other.
 */
export async function endClientSecret(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  hint: string,
): Promise<OauthApplication> {
  const application = await OauthApplicationRecord.get(publication, transaction, id);
  const { clientSecretHint, secondSecretHash, secondSecretHint, secondSecretCreatedAt, secondSecretUsedAt } =
    application;
  if (![clientSecretHint, secondSecretHint].includes(hint)) throw new NotFound(`No such client secret: …${hint}`);
  if (secondSecretHash === null || secondSecretHint === null || secondSecretCreatedAt === null)
    throw new Conflict('secret', 'This is the only secret of the application: make a second one first');
  const remaining =
    hint === secondSecretHint
      ? {}
      : {
          clientSecretHash: secondSecretHash,
          clientSecretHint: secondSecretHint,
          clientSecretCreatedAt: secondSecretCreatedAt,
          clientSecretUsedAt: secondSecretUsedAt,
        };
  // Of several at once one ends a secret: the others no longer find both.
  const ended = await OauthApplicationRecord.in(publication, transaction, {
    id,
    clientSecretHint,
    secondSecretHint,
  }).patch({ ...remaining, ...NO_SECOND_SECRET });
  if (ended === 0) throw new NotFound(`No such client secret: …${hint}`);
  return OauthApplicationRecord.get(publication, transaction, id);
}

/** Records that the secret was used, unless that was recorded within the last minute. */
export async function recordClientSecretUse(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id, clientSecretHash, slot }: Pick<OauthApplication, 'id' | 'clientSecretHash'> & { readonly slot: SecretSlot },
): Promise<void> {
  const now = clock.now().getTime();
  const column = slot === 'first' ? 'clientSecretUsedAt' : 'secondSecretUsedAt';
  // A secret that was second may have become the first meanwhile.
  await OauthApplicationRecord.in(publication, transaction, { id, clientSecretHash })
    .where((due) => due.whereNull(column).orWhere(column, '<=', now - LAST_USE_MILLISECONDS))
    .patch({ [column]: now });
}
