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

/** The limits of a mail with a code. Networks come first, so that one of them cannot use up what others share. */
export function mailCeilings(
  limits: Limits,
  secretKeys: SecretKeys,
  publication: Tenant,
  { address, device, browser, network: { near, wide } }: MailAsker,
): Ceiling[] {
  const of = (name: keyof Limits, ...who: string[]) => ({
    bucket: bucketOf(secretKeys, `email-code ${name}`, ...who),
    limit: limits[name],
  });
  const person = [publication.id, address.emailNormalized];
  if (device !== undefined)
    return [of('deviceMailsPerHour', ...person, device), of('deviceMailsPerDay', ...person, device)];
  const isShared = true;
  return [
    { ...of('networkMailsPerHour', near), isShared },
    ...(wide === undefined ? [] : [{ ...of('wideNetworkMailsPerHour', wide), isShared } as const]),
    of('browserMailsPerHour', browser),
    of('addressMailsPerHourAndNetwork', ...person, wide ?? near),
    of('addressMailsPerDayAndNetwork', ...person, wide ?? near),
    of('addressMailsPerHour', ...person),
    of('addressMailsPerDay', ...person),
    { ...of('publicationMailsPerHour', publication.id), isShared },
    { ...of('deploymentMailsPerHour'), isShared },
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
