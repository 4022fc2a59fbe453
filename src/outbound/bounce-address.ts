// The envelope sender of each mail (VERP): the local part of BOUNCE_ADDRESS, a plus sign, and a token of the delivery. So
// what comes back names its mail, and nobody can make it up. Lower case alone, as some servers change the case.
import { positionOf } from '../database/ids.ts';
import { isEqualSecret, type SecretKeys } from '../database/secrets.ts';
import { idIn } from '../database/signed-id.ts';

/** In hex, 96 bits. */
const MAC_LENGTH = 24;
const POSITION_LENGTH = 26;
const TOKEN = /^[0-9a-z]{26}[0-9a-f]{24}$/;

/** @param base the setting BOUNCE_ADDRESS */
export function bounceAddressOf(base: string, secretKeys: SecretKeys, deliveryId: string): string {
  const [localPart = '', domain = ''] = base.split('@');
  return `${localPart}+${tokenOf(secretKeys, deliveryId)}@${domain}`;
}

/** Returns the id of the delivery that such an address names; undefined for any other address, and a forged one. */
export function deliveryOf(base: string, secretKeys: SecretKeys, address: string): string | undefined {
  const [localPart = '', domain = ''] = base.toLowerCase().split('@');
  const given = address.toLowerCase();
  if (!given.startsWith(`${localPart}+`) || !given.endsWith(`@${domain}`)) return undefined;
  const token = given.slice(localPart.length + 1, given.length - domain.length - 1);
  if (!TOKEN.test(token)) return undefined;
  const id = idIn(token, 'dlv');
  const mac = token.slice(POSITION_LENGTH);
  return macsOf(secretKeys, id).some((expected) => isEqualSecret(expected, mac)) ? id : undefined;
}

function tokenOf(secretKeys: SecretKeys, deliveryId: string): string {
  const [mac = ''] = macsOf(secretKeys, deliveryId);
  return positionOf(deliveryId) + mac;
}

/** For each secret in use, the current one first. */
function macsOf(secretKeys: SecretKeys, deliveryId: string): string[] {
  const macs = secretKeys.macs('bounce-address', deliveryId);
  return macs.map((mac) => Buffer.from(mac, 'base64url').toString('hex').slice(0, MAC_LENGTH));
}
