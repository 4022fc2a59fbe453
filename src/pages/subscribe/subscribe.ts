// `/subscribe`: the sign-up form on which the visitor picks from the listed offers (service.md, Endpoints A, rules 2 to
// 5).
import type { FastifyReply } from 'fastify';
import type { Service } from '../../service.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { listOffersOf } from './offer-choice.ts';
import { showSubscribePage, submitSubscribeForm, type SubscribePage } from './subscribe-form.ts';

export async function showSubscribe(service: Service, visit: Visit): Promise<FastifyReply> {
  return showSubscribePage(service, visit, await pageOf(service, visit));
}

export async function subscribe(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return submitSubscribeForm(service, visit, await pageOf(service, visit));
}

async function pageOf(service: Service, visit: Visit): Promise<SubscribePage> {
  return { path: '/subscribe', offers: await listOffersOf(service, visit), offer: undefined };
}
