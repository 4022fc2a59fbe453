// What staff do for readers, and what applications are told of a sign-out.
import { findLogoutDestinations } from '../../../src/models/sign-in/logout-receiver.ts';
import { sendBackchannelLogout, type FindLogoutDestination } from '../../../src/outbound/backchannel-logout.ts';
import { Dispatcher } from '../../../src/outbound/dispatcher.ts';
import { mainTextOf } from '../browser/html.ts';
import { addressOf, type Journey } from './journey.ts';

const merge: Journey = {
  name: 'two records of a person are merged on the dashboard',
  prepare: async ({ site, signInOwner }, name) => {
    const owner = await signInOwner();
    const leaving = await site.payingCustomer(addressOf(`old-${name}`));
    const remaining = await site.customer(addressOf(name));
    const path = `/dashboard/${site.publication.id}/people/${remaining.id}/merge`;
    const query = new URLSearchParams({ other: leaving.id, stays: 'this' });
    return async (attempts) => {
      const preview = await attempts.open(owner, `${path}?${query}`);
      const done = await attempts.submit(owner, preview, { action: path });
      const subscriptions = await site.rows<{ customerId: string; status: string }>('subscriptions');
      const theirs = subscriptions.filter(({ customerId }) => customerId === remaining.id);
      return [done.statusCode, theirs.map(({ status }) => status)];
    };
  },
  comesTo: [200, ['active']],
};

const logout: Journey = {
  name: 'a reader signs out, and the worker tells the applications',
  prepare: async ({ site, party }, name) => {
    const { browser, claims } = await party.signInOn(await site.signedIn(addressOf(name)));
    return async (attempts) => {
      const told: string[] = [];
      const { service } = site;
      const client = {
        post: async (_url: string, form: Record<string, string>) => {
          told.push(sidOf(form['logout_token'] ?? ''));
          return { status: 200, retryAfter: undefined, body: '' };
        },
      };
      const findLogoutDestination: FindLogoutDestination = async (application) =>
        (await findLogoutDestinations(service.database, [application]))[0];
      const dispatcher = new Dispatcher({
        database: service.database,
        clock: service.clock,
        attempt: async (delivery) =>
          delivery.kind === 'backchannel_logout'
            ? sendBackchannelLogout(service, { client, findLogoutDestination }, delivery)
            : { result: 'delivered', text: 'not looked at here' },
        onError: () => undefined,
      });
      await attempts.submit(browser, await attempts.open(browser, '/'), { action: '/sign-out' });
      await attempts.work(() => dispatcher.settle());
      await dispatcher.stop(0);
      return [
        mainTextOf((await browser.get('/')).body).includes(addressOf(name)),
        told.includes(String(claims['sid'])),
      ];
    };
  },
  comesTo: [false, true],
};

function sidOf(token: string): string {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return String(Object(claims)['sid']);
}

export const STAFF_JOURNEYS = [merge, logout];
