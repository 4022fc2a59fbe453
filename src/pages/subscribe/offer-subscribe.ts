// `/offers/:offer/subscribe`: the sign-up form for one offer (service.md, Endpoints A, rules 2 to 5).
import type { FastifyReply } from 'fastify';
import type { Service } from '../../service.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { getOfferOf } from './offer-choice.ts';
import { showSubscribePage, submitSubscribeForm, type SubscribePage } from './subscribe-form.ts';

export async function showOfferSubscribe(service: Service, visit: Visit): Promise<FastifyReply> {
  return showSubscribePage(service, visit, await pageOf(service, visit));
}

export async function subscribeToOffer(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return submitSubscribeForm(service, visit, await pageOf(service, visit));
}

async function pageOf(service: Service, visit: Visit): Promise<SubscribePage> {
  const offer = await getOfferOf(service, visit);
  return { path: '/offers/:offer/subscribe', offers: [offer], offer };
}
