// The link under which a gift is accepted once its code was typed: `/gift/claim/<token>`. The token is a MAC of the
// gift's id and the hash of its code under SECRET_KEY; neither the code nor the token is stored, and a new code voids
// the token.
import type { Connection } from '../../database/connection.ts';
import { positionOf } from '../../database/ids.ts';
import { isEqualSecret, type SecretKeys } from '../../database/secrets.ts';
import type { Tenant } from '../record.ts';
import { findGift, type Gift } from './gift-record.ts';

const POSITION_LENGTH = 26;
/** 22 characters of base64url are 132 bits. */
const MAC_LENGTH = 22;

export function giftPath(secretKeys: SecretKeys, gift: Pick<Gift, 'id' | 'codeHash'>): string {
  return `/gift/claim/${positionOf(gift.id)}${secretKeys.mac('gift', textOf(gift)).slice(0, MAC_LENGTH)}`;
}

/** Returns undefined for a forged token, and for the token of a code that is no longer valid. */
export async function findGiftByToken(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  token: string,
): Promise<Gift | undefined> {
  const gift = await findGift(publication, connection, `gift_${token.slice(0, POSITION_LENGTH)}`);
  if (gift === undefined || gift.codeHash === null) return undefined;
  const mac = token.slice(POSITION_LENGTH);
  return secretKeys.macs('gift', textOf(gift)).some((full) => isEqualSecret(full.slice(0, MAC_LENGTH), mac))
    ? gift
    : undefined;
}

function textOf({ id, codeHash }: Pick<Gift, 'id' | 'codeHash'>): string {
  return `${id} ${codeHash ?? ''}`;
}
