// Receives webhooks of payment gateways: POST /payments/events/:gateway. The body is not parsed, because the signature
// covers the raw bytes. 200 means that the webhook is stored; the worker applies it.
import type { FastifyInstance } from 'fastify';
import { enterPublication } from '../database/scope.ts';
import { checkNotAway, findMove } from '../models/move-state.ts';
import { checkNotMoved } from '../models/publication/moved-host.ts';
import { findPublicationByHost } from '../models/publication/publication.ts';
import { findHolder } from '../models/publication/site-host.ts';
import type { Tenant } from '../models/record.ts';
import { receiveEvent } from '../payments/events.ts';
import { webhookPath } from '../payments/gateway-definition.ts';
import { BadSignature } from '../payments/gateway.ts';
import type { Service } from '../service.ts';
import { takeRawBodies } from './raw-body.ts';

/** Our choice: far above the largest webhook of any gateway. */
const BODY_MAX_BYTES = 262_144;

export async function registerWebhooks(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(async (scope) => {
    takeRawBodies(scope, BODY_MAX_BYTES);
    scope.post<{ Params: { gateway: string } }>(
      webhookPath(':gateway'),
      { bodyLimit: BODY_MAX_BYTES },
      async (request, reply) => {
        const { body } = request;
        const site = await findAddressed(service, request.headers.host ?? '');
        await receiveEvent(
          service,
          request.params.gateway,
          site,
          Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          request.headers,
        ).catch((error: unknown) => {
          if (error instanceof BadSignature)
            service.securityLog.record('webhook_signature_wrong', { publication: site, request });
          throw error;
        });
        return reply.code(200).header('cache-control', 'no-store').send({ received: true });
      },
    );
  });
}

/**
 * Gateways go on calling the address that they were told, also after the publication changed it. Throws PublicationAway, since a gateway
 * sends again what was answered 503, and nothing else would bring the webhook to the database where the publication is.
 */
async function findAddressed({ database }: Service, host: string): Promise<Tenant | undefined> {
  const found = await findPublicationByHost(database, host);
  if (found !== undefined) {
    enterPublication(found);
    return found;
  }
  const holder = await findHolder(database, host);
  if (holder === undefined) await checkNotMoved(database, host);
  else enterPublication(holder);
  if (holder !== undefined) checkNotAway({ moveState: (await findMove(holder, database))?.state ?? null });
  return holder;
}
