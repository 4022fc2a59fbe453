// masthead delivery: the outbox of mails, back-channel logouts and events, with the log of attempts (decisions 25).
// Contents are never shown, because a mail holds an address and often a code.
import { Option, type Command } from 'commander';
import { listDeliveryAttempts, type DeliveryAttempt } from '../../models/outbox/delivery-attempt.ts';
import {
  DeliveryRecord,
  listDeliveries,
  type DeliveryState,
  type DeliverySummary,
} from '../../models/outbox/delivery.ts';
import { resendDelivery } from '../../models/outbox/resend.ts';
import { requestOf } from '../../outbound/sent-request.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printJson, printList, printOne, printPage, remark, toTime, type Cells } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';

const STATES: readonly DeliveryState[] = ['queued', 'waiting', 'sending', 'delivered', 'dead'];

interface ListOptions extends PublicationOptions, PagingOptions {
  state?: DeliveryState;
}

export function register(noun: Command): void {
  const verb = addPublicationVerb(noun, 'list', 'List deliveries, the newest first', 'delivery list --state dead');
  addPaging(verb).addOption(new Option('--state <state>', 'filter by state').choices(STATES)).action(list);
  addPublicationVerb(
    noun,
    'log <id>',
    'List the attempts of a delivery, the oldest first',
    'delivery log dlv_01jd…',
  ).action(log);
  addPublicationVerb(
    noun,
    'show <id>',
    'Show what a delivery sends, and what each attempt was answered; the content of a mail is not shown',
    'delivery show dlv_01jd…',
  ).action(show);
  addPublicationVerb(noun, 'resend <id>', 'Send a delivery again', 'delivery resend dlv_01jd…').action(resend);
}

async function list(options: ListOptions): Promise<void> {
  const request = { ...toPageRequest(options), state: options.state };
  await withPublication(options, async ({ database }, publication) => {
    const page = await listDeliveries(publication, database, request);
    printPage(options, { ...page, objects: page.objects.map(toDeliveryObject) }, asCells);
  });
}

async function log(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    await DeliveryRecord.get(publication, database, id);
    printList(options, (await listDeliveryAttempts(publication, database, id)).map(toAttemptObject), asCells);
  });
}

async function show(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, secretKeys }, publication) => {
    const delivery = await DeliveryRecord.get(publication, database, id);
    const attempts = await listDeliveryAttempts(publication, database, id);
    const request = await requestOf({ database, secretKeys }, publication, delivery, attempts.at(-1)?.request);
    const shown = { ...toDeliveryObject(delivery), request, attempts: attempts.map(toAttemptObject) };
    if (options.json) return printJson(shown);
    printOne(options, toDeliveryObject(delivery), asCells);
    if (request !== undefined) printJson(request);
    printList(options, shown.attempts, asCells);
  });
}

async function resend(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const sent = await database.transaction((transaction) => resendDelivery(publication, transaction, clock, id));
    printOne(options, toDeliveryObject(await DeliveryRecord.get(publication, database, sent ?? id)), asCells);
    remark('The running service sends it within a second, unless it waits for an earlier event of the same object.');
  });
}

function toDeliveryObject({
  id,
  kind,
  receiver,
  state,
  attempts,
  createdAt,
  dueAt,
  endedAt,
  outcome,
}: DeliverySummary): Cells {
  const nextAttemptAt = state === 'waiting' ? toTime(dueAt) : null;
  return {
    id,
    kind,
    receiver,
    state,
    attempts,
    created_at: toTime(createdAt),
    next_attempt_at: nextAttemptAt,
    ended_at: toTime(endedAt),
    outcome,
  };
}

function toAttemptObject({ number, startedAt, endedAt, outcome, status, answer }: DeliveryAttempt): Cells {
  return { number, started_at: toTime(startedAt), ended_at: toTime(endedAt), outcome, status, answer };
}
