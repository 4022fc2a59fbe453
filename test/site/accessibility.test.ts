// What of WCAG 2.2 AA can be read from the HTML: one h1, named fields, an error summary that leads to its fields, a way past the header.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { undoPath } from '../../src/models/people/address-change.ts';
import type { Browser } from '../support/browser/browser.ts';
import { attributeOf, linksOf, tagsOf, titleOf } from '../support/browser/html.ts';
import { givenOfferedSite, openCardPage, returnPageOf, type OfferedSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function everyPage(): Promise<Record<string, LightMyRequestResponse>> {
  const site = await givenOfferedSite(service());
  const [visitor, customer, subscriber] = [site.newBrowser(), await site.signedIn(), await site.subscribed()];
  const codePage = await visitor.submit(await visitor.open('/sign-in'), { email: 'reader@example.org' });
  const activationUrl = await activationUrlOf(site, { activation_code: 'from the letter' });
  return {
    'sign-in': await visitor.open('/sign-in'),
    'account, signed out': await visitor.open('/'),
    'sign-in, faulty': await visitor.submit(await visitor.open('/sign-in'), { email: 'x' }),
    'email-code': codePage,
    'email-code, faulty': await visitor.submit(codePage, { code: 'x' }),
    offers: await visitor.open('/offers'),
    'free-offering': await visitor.open('/free_offering'),
    'free-offering, signed in': await customer.open('/free_offering'),
    'free-offering-subscribe': await visitor.open('/free_offering/subscribe'),
    'free-offering-subscribe, faulty': await visitor.submit(await visitor.open('/free_offering/subscribe'), {
      email: '',
      name: 'x'.repeat(300),
    }),
    'free-offering-subscribe, signed in': await customer.open('/free_offering/subscribe'),
    'free-offering-subscribed': await customer.submit(await customer.open('/free_offering/subscribe')),
    account: await subscriber.open('/'),
    activate: await visitor.open('/activate'),
    'activate, faulty': await visitor.submit(await visitor.open('/activate'), { code: 'nobody has it' }),
    'activate-customer': await visitor.open(activationUrl),
    'activate-customer, faulty': await visitor.submit(await visitor.open(activationUrl), { email: '' }),
    'activate-merge': await customer.open(activationUrl),
    'activate-customer, with an address': await visitor.open(
      await activationUrlOf(site, { email: 'known@example.org' }),
    ),
    'undo-email-change': await visitor.open(await undoPathOf(site)),
    'email-change-undone': await visitor.open('/email-address/undone'),
    'email-address': await customer.open('/email-address'),
    'email-address, faulty': await customer.submit(await customer.open('/email-address'), { email: 'x' }),
    'erase-account': await customer.open('/erase-account'),
    'email-code of an erasure': await customer.submit(await customer.open('/erase-account')),
    'account-erased': await visitor.open('/account-erased'),
    error: await visitor.open('/nothing-here'),
    ...(await everyPaidPage(site, visitor, customer)),
  };
}

async function activationUrlOf({ api }: OfferedSite, fields: Record<string, string>): Promise<string> {
  return (await api.post('/customers', fields)).json<{ activation_url: string }>().activation_url;
}

/** Of a customer whom the publisher gave another address. */
async function undoPathOf(site: OfferedSite): Promise<string> {
  const { api, publication } = site;
  await site.signedIn('moving@example.org');
  const found = await api.get('/customers?email=moving@example.org');
  const [customer] = found.json<{ objects: { id: string }[] }>().objects;
  await api.post(`/customers/${customer?.id}`, { email: 'moved@example.org' });
  const changes: { id: string }[] = await service()
    .database.knex('address_changes')
    .where({ publicationId: publication.id })
    .select('id');
  return undoPath(service().secretKeys, changes[0]?.id ?? '');
}

async function everyPaidPage(
  site: OfferedSite,
  visitor: Browser,
  customer: Browser,
): Promise<Record<string, LightMyRequestResponse>> {
  const payer = await site.signedIn('payer@example.org');
  const confirmed = await site.subscribe(payer);
  const linked = async (path: RegExp, from = '/') =>
    payer.open(linksOf((await payer.open(from)).body).find((href) => path.test(href)) ?? 'none');
  return {
    subscribe: await visitor.open('/subscribe'),
    'subscribe, signed in': await customer.open('/subscribe'),
    'subscribe, faulty': await visitor.submit(await visitor.open('/subscribe'), { email: 'x', choice: 'x' }),
    offer: await visitor.open('/offers/reader'),
    'offer-subscribe': await visitor.open('/offers/reader/subscribe'),
    'offer-subscribe, signed in, faulty': await customer.submit(await customer.open('/offers/reader/subscribe'), {
      choice: 'x',
    }),
    checkout: await customer.open(await returnPageOf(service(), await openCardPage(customer, site.monthly))),
    subscribed: confirmed,
    'account of a payer': await payer.open('/'),
    'already-subscribed': await payer.open('/subscribe'),
    upgrade: await linked(/^\/upgrade\?.*friend/, '/upgrade'),
    receipt: await linked(/^\/receipts\//),
    cancel: await linked(/\/cancel$/),
    card: await linked(/\/card$/),
  };
}

test('every page', async () => {
  for (const [name, { body }] of Object.entries(await everyPage())) {
    const inputs = tagsOf(body, 'input').filter((tag) => attributeOf(tag, 'type') !== 'hidden');
    const labels = tagsOf(body, 'label').map((tag) => attributeOf(tag, 'for'));
    const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    const isFaulty = name.endsWith('faulty');
    const levels = [...body.matchAll(/<h([1-6])\b/g)].map(([, level]) => level);
    expect({
      name,
      language: /<html lang="en" dir="ltr">/.test(body),
      h1: levels.filter((level) => level === '1').length,
    }).toEqual({ name, language: true, h1: 1 });
    expect(new Set(ids).size).toBe(ids.length);
    for (const input of inputs) {
      expect(labels).toContain(attributeOf(input, 'id'));
      if (!['checkbox', 'radio'].includes(attributeOf(input, 'type') ?? ''))
        expect(['email', 'name', 'one-time-code', 'off']).toContain(attributeOf(input, 'autocomplete'));
    }
    for (const input of inputs)
      for (const id of (attributeOf(input, 'aria-describedby') ?? '').split(' ').filter(Boolean))
        expect(ids).toContain(id);
    expect(titleOf(body).startsWith('Error: ')).toBe(isFaulty);
    expect(/class="error-summary" role="alert"/.test(body)).toBe(isFaulty);
    expect(body.indexOf('class="skip-link" href="#main"')).toBeLessThan(body.indexOf('<main id="main"'));
    expect(tagsOf(body, 'a').every((tag) => /^#|^[^#]/.test(attributeOf(tag, 'href') ?? ''))).toBe(true);
    for (const tag of tagsOf(body, 'a')) {
      const target = /^#(.*)/.exec(attributeOf(tag, 'href') ?? '')?.[1];
      if (target !== undefined) expect(ids).toContain(target);
    }
  }
});

test('the code is typed into a field for one-time codes, with digits at hand', async () => {
  const { body } = (await everyPage())['email-code'] ?? { body: '' };
  expect(body).toMatch(/<input id="code"[^>]*autocomplete="one-time-code" inputmode="numeric"/);
});
