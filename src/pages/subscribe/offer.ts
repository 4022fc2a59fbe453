// `/offers/:offer`: one offer with a subscribe form, which is sent to `/offers/:offer/subscribe` (service.md, Endpoints
// A, rules 2 and 5).
import type { FastifyReply } from 'fastify';
import type { Service } from '../../service.ts';
import type { Visit } from '../visit.ts';
import { getOfferOf } from './offer-choice.ts';
import { showSubscribePage } from './subscribe-form.ts';

export async function showOffer(service: Service, visit: Visit): Promise<FastifyReply> {
  const offer = await getOfferOf(service, visit);
  return showSubscribePage(service, visit, { path: '/offers/:offer', offers: [offer], offer });
}
