// Asks the DNS whether a host is a publisher's own, by the TXT record with their token, and whether it leads to this
// deployment.
import { Resolver } from 'node:dns/promises';
import type { Config } from '../config.ts';

/** Our choice: a publisher waits for the page meanwhile. */
const TIMEOUT_MILLISECONDS = 5000;
const TRY_MILLISECONDS = 1500;
const TRIES = 2;
/** Where the answer is that there is nothing. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN']);
/** Our choice: a host has few of them, and the page shows them. */
const SHOWN_MAX = 5;

export interface HostCheck {
  readonly proof: 'there' | 'missing' | 'other' | 'no-answer';
  readonly route: 'there' | 'missing' | 'other' | 'no-answer';
  /** What the DNS has in place of the proof, and of the way here. */
  readonly proofsSeen: readonly string[];
  readonly addressesSeen: readonly string[];
}

/** Whether the host may be taken as far as the DNS says. */
export function isHostReady({ proof, route }: HostCheck): boolean {
  return proof === 'there' && route === 'there';
}

interface WantedHost {
  readonly host: string;
  readonly token: string;
  /** The host to which it has to lead. */
  readonly target: string;
}

/** The name and the value of the TXT record that proves a host. */
export function proofOf({ host, token }: Pick<WantedHost, 'host' | 'token'>): { name: string; value: string } {
  return { name: `_masthead.${host}`, value: `masthead=${token}` };
}

/** Never throws: a DNS that fails is part of the answer. */
export async function checkHost({ dnsServers }: Pick<Config, 'dnsServers'>, wanted: WantedHost): Promise<HostCheck> {
  const resolver = new Resolver({ timeout: TRY_MILLISECONDS, tries: TRIES });
  if (dnsServers.length > 0) resolver.setServers([...dnsServers]);
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MILLISECONDS);
  try {
    const [proof, route] = await Promise.all([checkProof(resolver, wanted), checkRoute(resolver, wanted)]);
    return { ...proof, ...route };
  } finally {
    clearTimeout(timer);
  }
}

async function checkProof(resolver: Resolver, wanted: WantedHost): Promise<Pick<HostCheck, 'proof' | 'proofsSeen'>> {
  const { name, value } = proofOf(wanted);
  const found = await asked(() => resolver.resolveTxt(name));
  if (found === undefined) return { proof: 'no-answer', proofsSeen: [] };
  // A long text comes in parts.
  const texts = found.map((parts) => parts.join('').trim());
  if (texts.includes(value)) return { proof: 'there', proofsSeen: [] };
  return { proof: texts.length === 0 ? 'missing' : 'other', proofsSeen: texts.slice(0, SHOWN_MAX) };
}

/** By its addresses, since a host at the top of a domain cannot have a CNAME record. */
async function checkRoute(
  resolver: Resolver,
  { host, target }: WantedHost,
): Promise<Pick<HostCheck, 'route' | 'addressesSeen'>> {
  const [own, ours] = await Promise.all([addressesOf(resolver, host), addressesOf(resolver, target)]);
  if (own === undefined || ours === undefined) return { route: 'no-answer', addressesSeen: [] };
  if (own.length === 0) return { route: 'missing', addressesSeen: [] };
  const isHere = own.some((address) => ours.includes(address));
  return isHere ? { route: 'there', addressesSeen: [] } : { route: 'other', addressesSeen: own.slice(0, SHOWN_MAX) };
}

async function addressesOf(resolver: Resolver, host: string): Promise<string[] | undefined> {
  const [four, six] = await Promise.all([asked(() => resolver.resolve4(host)), asked(() => resolver.resolve6(host))]);
  return four === undefined && six === undefined ? undefined : [...(four ?? []), ...(six ?? [])];
}

/** Undefined where no answer comes, or one that says nothing about the name. */
async function asked<Found>(ask: () => Promise<Found[]>): Promise<Found[] | undefined> {
  try {
    return await ask();
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    return NOTHING.has(code) ? [] : undefined;
  }
}
