// Sessions that a publisher ends: by signing a customer out, and by giving them another address (decisions 24 and 35; reliability R-A8).
import { expect, test } from 'vitest';
import { sendDueMails } from '../../src/mails/due-mails.ts';
import type { Browser } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { givenRelyingParty } from '../support/outside/relying-party.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const NEW = 'lovelace@example.org';

async function customerOf(site: TestSite, email: string): Promise<{ id: string; email: string } | undefined> {
  const found = await site.api.get(`/customers?email=${encodeURIComponent(email)}`);
  return found.json<{ objects: { id: string; email: string }[] }>().objects[0];
}

async function mailsTo(browser: Browser, email: string) {
  await sendDueMails(service(), (error) => {
    throw error;
  });
  return browser.mails(email);
}

async function noticesOf({ publication }: TestSite): Promise<string[]> {
  const logouts: { payload: string }[] = await service()
    .database.knex('deliveries')
    .where({ publicationId: publication.id, kind: 'backchannel_logout' })
    .select('payload');
  return logouts.map(({ payload }) => (JSON.parse(payload) as { sid: string }).sid);
}

async function givenTwoBrowsers() {
  const site = await givenSite(service());
  const party = await givenRelyingParty(service(), { backchannelLogoutUri: 'https://www.example.test/logout' }, site);
  const [browser, phone] = [await site.signedIn(ADA), await site.signedIn(ADA)];
  const [first, second] = [await party.signInOn(browser), await party.signInOn(phone)];
  const { id = '' } = (await customerOf(site, ADA)) ?? {};
  return { site, party, browser, phone, id, sids: [first.claims['sid'], second.claims['sid']], tokens: second.tokens };
}

test('sign_out ends every session, the tokens with them, and tells the applications', async () => {
  const { site, party, browser, phone, id, sids, tokens } = await givenTwoBrowsers();
  const stranger = await site.signedIn('eve@example.org');
  const answer = await site.api.post(`/customers/${id}/sign_out`);
  expect([answer.statusCode, answer.json()]).toEqual([200, { id, sessions_ended: 2 }]);
  for (const one of [browser, phone]) expect(headingOf((await one.open('/')).body)).toBe('Sign in');
  expect((await party.userinfo(tokens.access_token)).statusCode).toBe(401);
  expect((await noticesOf(site)).toSorted()).toEqual(sids.toSorted());
  expect(headingOf((await stranger.open('/')).body)).toBe('Your account');
  expect((await site.api.post(`/customers/${id.replace('cus_', 'memb_')}/sign_out`)).json()).toEqual({
    id,
    sessions_ended: 0,
  });
  await phone.signIn(ADA);
  expect(headingOf((await phone.open('/')).body)).toBe('Your account');
});

test('sign_out of an unknown and of an erased customer is not found', async () => {
  const { site, id } = await givenTwoBrowsers();
  await site.api.post(`/customers/${id}/erase`);
  for (const one of [id, `${id.slice(0, -4)}zzzz`])
    expect((await site.api.post(`/customers/${one}/sign_out`)).json()).toMatchObject({ error: { code: 'not_found' } });
});

test.each(['customers', 'members'])(
  'another address given by %s ends every session and tells both addresses; the old one can undo it',
  async (noun) => {
    const { site, browser, phone, id, sids } = await givenTwoBrowsers();
    await site.api.post(`/${noun}/${noun === 'members' ? id.replace('cus_', 'memb_') : id}`, { email: NEW });
    for (const one of [browser, phone]) expect(headingOf((await one.open('/')).body)).toBe('Sign in');
    expect((await noticesOf(site)).toSorted()).toEqual(sids.toSorted());
    const [told] = await mailsTo(browser, NEW);
    expect(told?.text).toContain('The publisher has given your account this e-mail address.');
    const [former] = await mailsTo(browser, ADA);
    expect(former?.text).toContain('The publisher has given your account another e-mail address.');
    const link = /https:\/\/\S+\/email-address\/undo\/\S+/.exec(former?.text ?? '')?.[0] ?? '';
    await browser.submit(await browser.open(link));
    expect((await customerOf(site, ADA))?.id).toBe(id);
    expect(await customerOf(site, NEW)).toBeUndefined();
  },
);

test('an address that nobody has ever proved is told, but cannot undo: it may be a typing error, and a stranger has it', async () => {
  const site = await givenSite(service());
  const { id } = (await site.api.post('/customers', { email: ADA })).json<{ id: string }>();
  await site.api.post(`/customers/${id}`, { email: NEW });
  const [former] = await mailsTo(site.newBrowser(), ADA);
  expect(former?.text).toContain('another e-mail address');
  expect(former?.text).not.toContain('/email-address/undo/');
  const stranger = await site.signedIn(ADA);
  expect(headingOf((await stranger.open('/')).body)).toBe('Your account');
  expect((await customerOf(site, ADA))?.id).not.toBe(id);
});

test('another spelling of the same address ends no session and is told to nobody', async () => {
  const { site, browser, id } = await givenTwoBrowsers();
  const before = (await mailsTo(browser, ADA)).length;
  await site.api.post(`/customers/${id}`, { email: ADA.toUpperCase() });
  expect(headingOf((await browser.open('/')).body)).toBe('Your account');
  expect(await mailsTo(browser, ADA)).toHaveLength(before);
});

test('an erased customer gets no mail about a change, and the former address is kept nowhere', async () => {
  const { site, browser, id } = await givenTwoBrowsers();
  await site.api.post(`/customers/${id}`, { email: NEW });
  await site.api.post(`/customers/${id}/erase`);
  expect((await mailsTo(browser, NEW)).concat(await mailsTo(browser, ADA))).toEqual([]);
  expect(await service().database.knex('address_changes').where({ customerId: id })).toEqual([]);
});
