// A signed id names one record in a link: the position of its id and a MAC of 132 bits under SECRET_KEY. So a link
// cannot be forged, and nothing that opens it is stored.
import { positionOf, type IdPrefix } from './ids.ts';
import { isEqualSecret, type SecretKeys, type SecretPurpose } from './secrets.ts';

const POSITION_LENGTH = 26;
/** 22 characters of base64url are 132 bits. */
const MAC_LENGTH = 22;

/** @param text what the MAC is made of: the id, and whatever else voids the link by changing */
export function signId(secretKeys: SecretKeys, purpose: SecretPurpose, id: string, text = id): string {
  return positionOf(id) + secretKeys.mac(purpose, text).slice(0, MAC_LENGTH);
}

/** Returns the id that a signed id names, whether or not its MAC matches. */
export function idIn(signedId: string, prefix: IdPrefix): string {
  return `${prefix}_${signedId.slice(0, POSITION_LENGTH)}`;
}

/** Returns whether a secret in use has made the MAC from this text. */
export function isSigned(secretKeys: SecretKeys, purpose: SecretPurpose, signedId: string, text: string): boolean {
  const mac = signedId.slice(POSITION_LENGTH);
  return secretKeys.macs(purpose, text).some((full) => isEqualSecret(full.slice(0, MAC_LENGTH), mac));
}
