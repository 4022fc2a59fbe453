// The link under which a gift is accepted once its code was typed: `/gift/claim/<token>`. The token is a MAC of the
// gift's id and the hash of its code under SECRET_KEY; neither the code nor the token is stored, and a new code voids
// the token.
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { idIn, isSigned, signId } from '../../database/signed-id.ts';
import type { Tenant } from '../record.ts';
import { findGift, type Gift } from './gift-record.ts';

export function giftPath(secretKeys: SecretKeys, gift: Pick<Gift, 'id' | 'codeHash'>): string {
  return `/gift/claim/${signId(secretKeys, 'gift', gift.id, textOf(gift))}`;
}

/** Returns undefined for a forged token, and for the token of a code that is no longer valid. */
export async function findGiftByToken(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  token: string,
): Promise<Gift | undefined> {
  const gift = await findGift(publication, connection, idIn(token, 'gift'));
  if (gift === undefined || gift.codeHash === null) return undefined;
  return isSigned(secretKeys, 'gift', token, textOf(gift)) ? gift : undefined;
}

function textOf({ id, codeHash }: Pick<Gift, 'id' | 'codeHash'>): string {
  return `${id} ${codeHash ?? ''}`;
}
