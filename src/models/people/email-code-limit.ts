// The limits of e-mailed codes (decisions 36). A browser that has proved an address has a budget of its own for it; all others share a small one,
// of which no network gets everything, and mails are bounded for each network, publication and for the deployment.
import type { SecretKeys } from '../../database/secrets.ts';
import type { Limits } from '../../limit-settings.ts';
import { bucketOf, type Ceiling } from '../ceiling.ts';
import type { EmailAddress } from '../email-address.ts';
import type { Tenant } from '../record.ts';

/** Who asks for a code, or enters one. */
export interface Asker {
  readonly address: EmailAddress;
  /** Of a browser that has proved the address. */
  readonly device: string | undefined;
}

export interface MailAsker extends Asker {
  /** The value of the browser cookie. */
  readonly browser: string;
  readonly network: { readonly near: string; readonly wide: string | undefined };
}

export interface MailCeiling extends Ceiling {
  /** Whether it bounds the mails to the address, so that there were some when it is reached. */
  readonly isOfInbox: boolean;
}

/** The limits of a mail with a code. Networks come first, so that one of them cannot use up what others share. */
export function mailCeilings(
  limits: Limits,
  secretKeys: SecretKeys,
  publication: Tenant,
  { address, device, browser, network: { near, wide } }: MailAsker,
): MailCeiling[] {
  const person = [publication.id, address.emailNormalized];
  const of = (name: keyof Limits, ...who: string[]) => ({
    bucket: bucketOf(secretKeys, `email-code ${name}`, ...who),
    limit: limits[name],
    isOfInbox: false,
  });
  const ofInbox = (name: keyof Limits, ...who: string[]) => ({ ...of(name, ...person, ...who), isOfInbox: true });
  const shared = (name: keyof Limits, ...who: string[]) => ({ ...of(name, ...who), isShared: true as const });
  if (device !== undefined) return [ofInbox('deviceMailsPerHour', device), ofInbox('deviceMailsPerDay', device)];
  return [
    shared('networkMailsPerHour', near),
    ...(wide === undefined ? [] : [shared('wideNetworkMailsPerHour', wide)]),
    of('browserMailsPerHour', browser),
    ofInbox('addressMailsPerHourAndNetwork', wide ?? near),
    ofInbox('addressMailsPerDayAndNetwork', wide ?? near),
    ofInbox('addressMailsPerHour'),
    ofInbox('addressMailsPerDay'),
    shared('publicationMailsPerHour', publication.id),
    shared('deploymentMailsPerHour'),
  ];
}

/** The limit of typed digits, whichever code they are for. */
export function guessCeiling(
  limits: Limits,
  secretKeys: SecretKeys,
  publication: Tenant,
  { address, device }: Asker,
): Ceiling {
  const name = device === undefined ? 'addressGuessesPerDay' : 'deviceGuessesPerDay';
  const who = [publication.id, address.emailNormalized, ...(device === undefined ? [] : [device])];
  return { bucket: bucketOf(secretKeys, `email-code ${name}`, ...who), limit: limits[name] };
}

/** The buckets of an address that no browser or network is named in: those of mails, and of guesses. */
export function addressBuckets(
  limits: Limits,
  secretKeys: SecretKeys,
  publication: Tenant,
  emailNormalized: string,
): string[] {
  const ofGuesses = guessCeiling(limits, secretKeys, publication, {
    address: { email: emailNormalized, emailNormalized },
    device: undefined,
  });
  const ofMails = (['addressMailsPerHour', 'addressMailsPerDay'] as const).map((name) =>
    bucketOf(secretKeys, `email-code ${name}`, publication.id, emailNormalized),
  );
  return [ofGuesses.bucket, ...ofMails];
}
