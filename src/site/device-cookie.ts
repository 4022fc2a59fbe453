// The device cookie (decisions 36): a browser that has proved an address keeps a budget of its own for it, which strangers cannot use up. Each entry
// is a random id with a keyed hash over id and address, so that nothing is stored here and the cookie names nobody.
import { isEqualSecret, randomSecret, type SecretKeys } from '../database/secrets.ts';
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

/**
 * Returns the id by which this browser has proved an address; undefined where it has not.
 * @param proved the canonical form of the address
 */
export function findDevice(
  secretKeys: SecretKeys,
  site: DeviceSite,
  request: Request,
  proved: string,
): string | undefined {
  const entry = entriesOf(site, request).find((one) => isOf(secretKeys, site, proved, one));
  return entry?.slice(0, PART_LENGTH);
}

/** Returns the Set-Cookie header value for a browser that has just proved the address; its budget begins anew. */
export function deviceCookie(secretKeys: SecretKeys, site: DeviceSite, request: Request, proved: string): string {
  const id = randomSecret(PART_LENGTH);
  const [mac = ''] = macsOf(secretKeys, site, proved, id);
  const others = entriesOf(site, request).filter((entry) => !isOf(secretKeys, site, proved, entry));
  const value = [id + mac, ...others].slice(0, ENTRIES_MAX).join('.');
  return writeCookie(site, site.cookies.device, value, DEVICE_COOKIE_LIFETIME_SECONDS);
}

function entriesOf(site: DeviceSite, { cookies }: Request): string[] {
  const entries = (cookies[cookieNameOn(site, site.cookies.device)] ?? '').split('.', ENTRIES_MAX);
  return entries.filter((entry) => ENTRY.test(entry));
}

function isOf(secretKeys: SecretKeys, site: DeviceSite, proved: string, entry: string): boolean {
  const id = entry.slice(0, PART_LENGTH);
  return macsOf(secretKeys, site, proved, id).some((mac) => isEqualSecret(mac, entry.slice(PART_LENGTH)));
}

function macsOf(secretKeys: SecretKeys, site: DeviceSite, proved: string, id: string): string[] {
  return secretKeys.macs('device', `${site.id} ${proved} ${id}`).map((mac) => mac.slice(0, PART_LENGTH));
}
