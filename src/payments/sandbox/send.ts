// Sends the sandbox's webhooks to the service's own address over HTTP, as a real gateway would: signed for each
// attempt, and twice or out of order where the settings ask for it.
import { randomInt } from 'node:crypto';
import type { Connection } from '../../database/connection.ts';
import { inPublication } from '../../database/scope.ts';
import { Publication } from '../../models/publication/publication.ts';
import { webhookPath, type GatewayParts, type Post } from '../gateway-definition.ts';
import { claimEvents, hasDueEvent, settleEvent, type OutgoingEvent } from './events.ts';
import { readSandboxSettings } from './settings.ts';
import { SIGNATURE_HEADER, signEvent } from './signature.ts';

/** Sends the due events; returns whether there were any. */
export async function sendSandboxEvents(parts: GatewayParts, post: Post): Promise<boolean> {
  const { database, clock } = parts;
  if (!(await hasDueEvent(database, clock))) return false;
  const due = await database.transaction((transaction) => claimEvents(transaction, clock));
  for (const event of await inOrder(database, due)) {
    await inPublication({ id: event.publicationId }, async () => {
      const isTaken = await send(parts, post, event);
      await database.transaction((transaction) => settleEvent(transaction, clock, event, isTaken));
    });
  }
  return due.length > 0;
}

async function inOrder(connection: Connection, events: readonly OutgoingEvent[]): Promise<OutgoingEvent[]> {
  const lots = await Promise.all(
    events.map(async (event) => {
      const publication = { id: event.publicationId };
      const { shuffles } = await inPublication(publication, () => readSandboxSettings(publication, connection));
      return { event, lot: shuffles ? randomInt(2 ** 32) : event.occurredAt };
    }),
  );
  return lots.toSorted((a, b) => a.lot - b.lot).map(({ event }) => event);
}

async function send({ database, clock, secretKeys }: GatewayParts, post: Post, event: OutgoingEvent): Promise<boolean> {
  const { id, kind, object, ref, occurredAt, copies } = event;
  const siteUrl =
    (await Publication.query(database.knex).findById(event.publicationId).select('siteUrl'))?.siteUrl ?? '';
  const body = JSON.stringify({ id, kind, object, ref, at: occurredAt });
  try {
    for (let copy = 0; copy < copies; copy += 1) {
      const headers = {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signEvent(secretKeys, clock, Buffer.from(body)),
      };
      const status = await post(`${siteUrl}${webhookPath('sandbox')}`, body, headers);
      if (status < 200 || status > 299) return false;
    }
    return true;
  } catch {
    return false;
  }
}
