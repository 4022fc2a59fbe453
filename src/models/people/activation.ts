// How a customer whom a publisher created comes to own their record: by a typed activation code or by the activation URL.
// Neither is stored: the code only as a keyed hash, the URL's token is derived from the customer's id and SECRET_KEY.
import { positionOf } from '../../database/ids.ts';
import { isEqualSecret, type SecretKeys } from '../../database/secrets.ts';
import { lengthOf } from '../email-address.ts';
import { InvalidValue } from '../errors.ts';
import type { PublicationRow } from '../publication/publication.ts';

const ACTIVATION_CODE_MIN_LENGTH = 8;
const ACTIVATION_CODE_MAX_LENGTH = 64;
/** 22 characters of base64url are 132 bits. */
const TOKEN_LENGTH = 22;
const POSITION_LENGTH = 26;

/**
 * What is stored of a code: its keyed hash, the same however it is cased or surrounded by space. The first is by the current secret, the others
 * by older ones in use, for codes that were stored before SECRET_KEY was changed. Throws InvalidValue for a code of a wrong length.
 */
export function activationCodeMacs(secretKeys: SecretKeys, publicationId: string, text: string): string[] {
  const code = text.trim();
  if (lengthOf(code) < ACTIVATION_CODE_MIN_LENGTH || lengthOf(code) > ACTIVATION_CODE_MAX_LENGTH) {
    throw new InvalidValue(
      'activation_code',
      `activation_code must be ${ACTIVATION_CODE_MIN_LENGTH} to ${ACTIVATION_CODE_MAX_LENGTH} characters long`,
    );
  }
  return secretKeys.macs('activation-code', `${publicationId} ${code.normalize('NFC').toLowerCase()}`);
}

/** {site_url}/activate/<token>, of a customer who has not proved an e-mail address yet. */
export function activationUrl(
  secretKeys: SecretKeys,
  publication: Pick<PublicationRow, 'siteUrl'>,
  customerId: string,
): string {
  return publication.siteUrl + activationPath(secretKeys, customerId);
}

/** The path of that URL. */
export function activationPath(secretKeys: SecretKeys, customerId: string): string {
  return `/activate/${positionOf(customerId)}${tokenMac(secretKeys, customerId)}`;
}

/** The customer whom an activation URL's token names, or undefined when the token is not one of ours. */
export function customerIdOfActivationToken(secretKeys: SecretKeys, token: string): string | undefined {
  const customerId = `cus_${token.slice(0, POSITION_LENGTH)}`;
  const mac = token.slice(POSITION_LENGTH);
  return secretKeys.macs('activation-url', customerId).some((full) => isEqualSecret(full.slice(0, TOKEN_LENGTH), mac))
    ? customerId
    : undefined;
}

function tokenMac(secretKeys: SecretKeys, customerId: string): string {
  return secretKeys.mac('activation-url', customerId).slice(0, TOKEN_LENGTH);
}
