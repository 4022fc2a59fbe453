// The device cookie (decisions 36): a browser that has proved an address keeps a budget of its own for it, which strangers cannot use up. Each entry
// is a random id with a keyed hash over id and address, so that nothing is stored here and the cookie names nobody.
import { isEqualSecret, randomSecret, type SecretKeys } from '../database/secrets.ts';
import type { EmailAddress } from '../models/email-address.ts';
import { cookieNameOn, writeCookie } from './cookie.ts';
import type { BrowserRequest, Site } from './site.ts';

/** Our choice: a year, renewed by each proof. */
const DEVICE_COOKIE_LIFETIME_SECONDS = 365 * 24 * 3600;
/** Our choice: the people who share a browser, the latest first. */
const ENTRIES_MAX = 4;
/** 22 characters of base62 or base64url are 130 bits or more. */
const PART_LENGTH = 22;
const ENTRY = /^[\w-]{44}$/;

type DeviceSite = Pick<Site, 'id' | 'siteUrl' | 'cookies'>;
type Request = Pick<BrowserRequest, 'cookies'>;

/** Returns the id by which this browser has proved the address; undefined where it has not. */
export function findDevice(
  secretKeys: SecretKeys,
  site: DeviceSite,
  request: Request,
  address: EmailAddress,
): string | undefined {
  const entry = entriesOf(site, request).find((one) => isOf(secretKeys, site, address, one));
  return entry?.slice(0, PART_LENGTH);
}

/** Returns the Set-Cookie header value for a browser that has just proved the address; its budget begins anew. */
export function deviceCookie(
  secretKeys: SecretKeys,
  site: DeviceSite,
  request: Request,
  address: EmailAddress,
): string {
  const id = randomSecret(PART_LENGTH);
  const [mac = ''] = macsOf(secretKeys, site, address, id);
  const others = entriesOf(site, request).filter((entry) => !isOf(secretKeys, site, address, entry));
  const value = [id + mac, ...others].slice(0, ENTRIES_MAX).join('.');
  return writeCookie(site, site.cookies.device, value, DEVICE_COOKIE_LIFETIME_SECONDS);
}

function entriesOf(site: DeviceSite, { cookies }: Request): string[] {
  const entries = (cookies[cookieNameOn(site, site.cookies.device)] ?? '').split('.', ENTRIES_MAX);
  return entries.filter((entry) => ENTRY.test(entry));
}

function isOf(secretKeys: SecretKeys, site: DeviceSite, address: EmailAddress, entry: string): boolean {
  const id = entry.slice(0, PART_LENGTH);
  return macsOf(secretKeys, site, address, id).some((mac) => isEqualSecret(mac, entry.slice(PART_LENGTH)));
}

function macsOf(secretKeys: SecretKeys, site: DeviceSite, { emailNormalized }: EmailAddress, id: string): string[] {
  return secretKeys.macs('device', `${site.id} ${emailNormalized} ${id}`).map((mac) => mac.slice(0, PART_LENGTH));
}
