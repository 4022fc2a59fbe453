// Takes in what is reported about a mail, whichever way it came: finds the mail, and records the report.
import type { Config } from '../config.ts';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { inPublication } from '../database/scope.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { recipientMacs } from '../models/outbox/delivery-recipient.ts';
import {
  findReportedMail,
  recordMailReport,
  type MailBounce,
  type MailReportSource,
} from '../models/outbox/mail-report.ts';
import { deliveryOf } from '../outbound/bounce-address.ts';
import type { MailServiceReport } from './mail-services.ts';
import { readNotification } from './notification.ts';

interface Parts {
  readonly config: Pick<Config, 'bounceAddress'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
}

/**
 * What became of a report. `unknown`: it names no mail of ours that is still kept; `other_recipient`: it is about
 * somebody else than the mail; `no_report`: it says nothing about a recipient.
 */
export type TakenIn = 'recorded' | 'known' | 'unknown' | 'other_recipient' | 'no_report';

/** Our choice: a report in a mail may be as long as a mail of ours that is returned whole. */
export const NOTIFICATION_MAX_BYTES = 1_048_576;

/**
 * Takes in a mail that came back.
 * @param addressed the addresses that it was sent to, each of which may name the mail that it is about
 */
export async function takeInMail(parts: Parts, mail: Buffer, addressed: readonly string[]): Promise<TakenIn> {
  const { config, secretKeys } = parts;
  const base = config.bounceAddress;
  const notification = readNotification(mail.toString('latin1'));
  if (notification === undefined || base === undefined) return 'no_report';
  const { bounce, senders } = notification;
  const ids = [...addressed, ...senders].map((address) => deliveryOf(base, secretKeys, address));
  const deliveryId = ids.find((id) => id !== undefined);
  // A forwarding server reports about the address that it forwards to, so that the recipient is not compared.
  return deliveryId === undefined ? 'unknown' : takeIn(parts, { deliveryId, bounce, source: 'mail' });
}

/** A Message-ID of ours, which a mail service names: `<dlv_…@example.org>`. */
const MESSAGE_ID = /^<?(dlv_[0-9a-z]{26})@/;

/** Takes in what a mail service reports, whose signature the caller has verified. */
export async function takeInReport(parts: Parts, report: MailServiceReport): Promise<TakenIn> {
  const { messageId = '', envelopeSender, recipient, bounce } = report;
  const { config, secretKeys } = parts;
  const base = config.bounceAddress;
  const bySender =
    envelopeSender === undefined || base === undefined ? undefined : deliveryOf(base, secretKeys, envelopeSender);
  const deliveryId = bySender ?? MESSAGE_ID.exec(messageId)?.[1];
  return deliveryId === undefined ? 'unknown' : takeIn(parts, { deliveryId, bounce, recipient, source: 'webhook' });
}

/**
 * Takes in a report about a mail.
 * @param report.recipient whom it is about, where the report says so by an address of ours
 */
async function takeIn(
  { database, clock, secretKeys }: Omit<Parts, 'config'>,
  report: {
    readonly deliveryId: string;
    readonly bounce: MailBounce;
    readonly source: MailReportSource;
    readonly recipient?: string | undefined;
  },
): Promise<TakenIn> {
  const { deliveryId, bounce, source, recipient } = report;
  const mail = await findReportedMail(database, deliveryId);
  if (mail === undefined) return 'unknown';
  const publication = { id: mail.publicationId };
  if (recipient !== undefined && !recipientMacs(secretKeys, publication, recipient).includes(mail.recipientMac))
    return 'other_recipient';
  const isNew = await inPublication(publication, () =>
    database.transaction((transaction) => recordMailReport(transaction, clock, mail, { ...bounce, source })),
  );
  return isNew ? 'recorded' : 'known';
}
