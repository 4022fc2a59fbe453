// How a customer whom a publisher created activates their record: by a typed activation code or by the activation URL
// (decisions 10). Neither secret is stored: the code is kept as a keyed hash only, and the token of the URL is derived
// from the customer's id and SECRET_KEY.
import type { Clock } from '../../database/clock.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { idIn, isSigned, signId } from '../../database/signed-id.ts';
import { lengthOf } from '../email-address.ts';
import { InvalidValue } from '../errors.ts';
import type { PublicationRow } from '../publication/publication.ts';

/** What a publisher gives a customer by whom no address is known. */
export interface GivenActivationCode {
  readonly activationCode?: string | undefined;
  /** A customer without it, or with undefined, has a code for ever. */
  readonly activationCodeExpiresAt?: Date | undefined;
}

const ACTIVATION_CODE_MIN_LENGTH = 8;
const ACTIVATION_CODE_MAX_LENGTH = 64;

/** White space, and hyphens and dashes of every kind. */
const SEPARATORS = /[\s\p{Dash_Punctuation}\u2212]/gu;

/**
 * Returns the keyed hashes of an activation code, which ignore case, blanks and hyphens. The first is made with the
 * current secret and is the one to store; the others are made with older secrets in use and find codes that were stored
 * before SECRET_KEY was changed. Throws InvalidValue for a code of a wrong length.
 */
export function activationCodeMacs(secretKeys: SecretKeys, publicationId: string, text: string): string[] {
  const code = text.trim();
  if (lengthOf(code) < ACTIVATION_CODE_MIN_LENGTH || lengthOf(code) > ACTIVATION_CODE_MAX_LENGTH) {
    throw new InvalidValue(
      'activation_code',
      `activation_code must be ${ACTIVATION_CODE_MIN_LENGTH} to ${ACTIVATION_CODE_MAX_LENGTH} characters long`,
    );
  }
  return secretKeys.macs('activation-code', `${publicationId} ${toCompared(code)}`);
}

/** Our choice: blanks and hyphens count in a code that is too short without them, which would be easier to guess. */
function toCompared(code: string): string {
  const folded = code.normalize('NFC').toLowerCase();
  const bare = folded.replaceAll(SEPARATORS, '');
  return lengthOf(bare) < ACTIVATION_CODE_MIN_LENGTH ? folded : bare;
}

/**
 * Returns when an activation code lapses, in milliseconds. Throws InvalidValue for a time that is over, and for one
 * without a code.
 */
export function parseActivationCodeExpiry(
  clock: Clock,
  { activationCode, activationCodeExpiresAt: expiresAt }: GivenActivationCode,
): number | undefined {
  if (expiresAt === undefined) return undefined;
  const field = 'activation_code_expires_at';
  if (activationCode === undefined) throw new InvalidValue(field, `${field} must be sent with activation_code`);
  if (expiresAt.getTime() <= clock.now().getTime()) throw new InvalidValue(field, `${field} must be in the future`);
  return expiresAt.getTime();
}

/** Returns {site_url}/activate/<token>, the URL for a customer who has not verified an e-mail address yet. */
export function activationUrl(
  secretKeys: SecretKeys,
  publication: Pick<PublicationRow, 'siteUrl'>,
  customerId: string,
): string {
  return publication.siteUrl + activationPath(secretKeys, customerId);
}

/** Returns the path of the activation URL. */
export function activationPath(secretKeys: SecretKeys, customerId: string): string {
  return `/activate/${signId(secretKeys, 'activation-url', customerId)}`;
}

/**
 * Returns the id of the customer whom the token of an activation URL names, or undefined if its hash does not match.
 */
export function customerIdOfActivationToken(secretKeys: SecretKeys, token: string): string | undefined {
  const customerId = idIn(token, 'cus');
  return isSigned(secretKeys, 'activation-url', token, customerId) ? customerId : undefined;
}
