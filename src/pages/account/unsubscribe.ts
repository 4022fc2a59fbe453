// `/unsubscribe/:token`: the link in a mail that can be refused, by which its reader gets no other one of its kind. Opening it changes nothing, as
// mail programs open links by themselves. They also send its form by themselves when their reader asks them to (RFC 8058):
// without cookies, with any body, and following no redirect. Whoever has refused gets a button by which they allow such mails again.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { NotFound } from '../../models/errors.ts';
import {
  allowMails,
  findUnsubscriber,
  hasRefused,
  refuseMails,
  type RefusableMail,
} from '../../models/people/customer-mail-choice.ts';
import type { Service } from '../../service.ts';
import { showPage } from '../../views/render.ts';
import type { TextKey } from '../../views/text.ts';
import type { Visit } from '../visit.ts';

interface Words {
  readonly heading: TextKey;
  readonly lead: TextKey;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'account/unsubscribe': Words & { readonly path: string };
    'account/unsubscribed': Words & {
      /** Where the button leads that takes the refusal back; empty once it is taken back. */
      readonly again: string;
    };
  }
}

const ASKED: Readonly<Record<RefusableMail, Words>> = {
  invitation: { heading: 'unsubscribe.heading', lead: 'unsubscribe.lead' },
  gift_ending: { heading: 'unsubscribe.gift-heading', lead: 'unsubscribe.gift-lead' },
  new_browser: { heading: 'unsubscribe.browser-heading', lead: 'unsubscribe.browser-lead' },
};
const DONE: Readonly<Record<RefusableMail, Words>> = {
  invitation: { heading: 'unsubscribe.done', lead: 'unsubscribe.done-lead' },
  gift_ending: { heading: 'unsubscribe.gift-done', lead: 'unsubscribe.done-lead' },
  new_browser: { heading: 'unsubscribe.browser-done', lead: 'unsubscribe.browser-done-lead' },
};

const ALLOWED: Words = { heading: 'unsubscribe.again-done', lead: 'unsubscribe.again-lead' };

export async function showUnsubscribe(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const refusal = getRefusal(service, visit);
  if (await hasRefused(publication, service.database, refusal)) return showRefused(visit, refusal.mail);
  const { mail } = refusal;
  const [path = ''] = request.url.split('?');
  return showPage(reply, publication, 'account/unsubscribe', { ...ASKED[mail], path });
}

export async function unsubscribe(service: Service, visit: Visit): Promise<FastifyReply> {
  const { reply, publication, query } = visit;
  const { database, clock } = service;
  const refusal = getRefusal(service, visit);
  // Mail programs send the link as it stands in the mail.
  if (valueOf(query, 'again') !== undefined) {
    await database.transaction((transaction) => allowMails(publication, transaction, refusal));
    return showPage(reply, publication, 'account/unsubscribed', { ...ALLOWED, again: '' });
  }
  await database.transaction((transaction) => refuseMails(publication, transaction, clock, refusal));
  return showRefused(visit, refusal.mail);
}

function showRefused({ request, reply, publication }: Visit, mail: RefusableMail): FastifyReply {
  const [path = ''] = request.url.split('?');
  return showPage(reply, publication, 'account/unsubscribed', { ...DONE[mail], again: `${path}?again=yes` });
}

/** Throws NotFound for a token that we did not make. */
function getRefusal({ secretKeys }: Service, { request, publication }: Visit) {
  const { token = '' } = request.params as { token?: string };
  const refusal = findUnsubscriber(secretKeys, publication, token);
  if (refusal === undefined) throw new NotFound('No such link');
  return refusal;
}
