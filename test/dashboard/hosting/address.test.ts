// The address of a publication: a host of the publisher's own is proved by the DNS, moving there is one act, the former
// host leads on, and no host is ever two publications'.
import { beforeEach, describe, expect, test } from 'vitest';
import { createOauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { formsOf, headingOf, linksOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { useDnsServer } from '../../support/outside/dns-server.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const dns = await useDnsServer();
const service = useService({ ...DASHBOARD, DNS_SERVERS: dns.address });
const OUR_ADDRESS = '192.0.2.10';

beforeEach(() => {
  dns.silence(false);
  dns.set('sites.example.test', 'A', OUR_ADDRESS);
});

let hosts = 0;
const newHost = (): string => `members-${(hosts += 1)}.own.example`;

interface Owned {
  readonly site: TestSite;
  readonly owner: Browser;
  readonly path: string;
}

async function givenOwned(): Promise<Owned> {
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', `owner@${site.publication.siteHost}`);
  return { site, owner, path: `/dashboard/${site.publication.id}/address` };
}

/** Asks for the host and returns its token. */
async function ask({ owner, path, site }: Owned, host: string): Promise<string> {
  await owner.submit(await owner.open(path), { host }, path);
  const row = await service().database.knex('site_hosts').where({ publicationId: site.publication.id, host }).first();
  return row?.token;
}

/** Sets the records that the page shows. */
function prove(host: string, token: string): void {
  dns.set(host, 'A', OUR_ADDRESS);
  dns.set(`_masthead.${host}`, 'TXT', 'v=spf1 -all', `masthead=${token}`);
}

/** Presses the button of the checked host. */
async function move({ owner, path }: Owned, host: string) {
  return owner.submit(await owner.open(`${path}?check=${host}`), { host }, `${path}/move`);
}

const hostOf = async ({ site }: Owned) =>
  (await service().database.knex('publications').where({ id: site.publication.id }).first())?.siteHost;

const at = (host: string, url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  service().app.inject({ method, url, headers: { host } });

describe('the check', () => {
  test('the page shows both records, and that neither is there yet', async () => {
    const owned = await givenOwned();
    const host = newHost();
    const token = await ask(owned, host);
    const page = await owned.owner.open(`${owned.path}?check=${host}`);
    for (const text of [host, 'sites.example.test', `_masthead.${host}`, `masthead=${token}`])
      expect(mainTextOf(page.body)).toContain(text);
    expect(mainTextOf(page.body)).toContain(`${host} has no address yet`);
    expect(mainTextOf(page.body)).toContain(`_masthead.${host} has no TXT record yet`);
    expect(formsOf(page.body).some(({ action }) => action.endsWith('/move'))).toBe(false);
  });

  test('records that say something else are shown as they are', async () => {
    const owned = await givenOwned();
    const host = newHost();
    await ask(owned, host);
    dns.set(host, 'A', '203.0.113.9');
    dns.set(`_masthead.${host}`, 'TXT', 'masthead=<b>another</b>');
    const page = await owned.owner.open(`${owned.path}?check=${host}`);
    expect(mainTextOf(page.body)).toContain(`${host} leads elsewhere, to 203.0.113.9`);
    expect(mainTextOf(page.body)).toContain('has another TXT record: masthead=<b>another</b>.');
    expect(page.body).not.toContain('<b>another');
  });

  test('a DNS that does not answer is told from one that has nothing', async () => {
    const owned = await givenOwned();
    const host = newHost();
    await ask(owned, host);
    dns.silence(true);
    const page = await owned.owner.open(`${owned.path}?check=${host}`);
    expect(mainTextOf(page.body)).toContain(`The DNS did not answer for _masthead.${host}. Try again in a minute.`);
  });

  test('an address record by IPv6 counts, and a TXT record in parts', async () => {
    const owned = await givenOwned();
    const host = newHost();
    const token = await ask(owned, host);
    dns.set('sites.example.test', 'AAAA', '2001:0db8:0000:0000:0000:0000:0000:0010');
    dns.set(host, 'AAAA', '2001:0db8:0000:0000:0000:0000:0000:0010');
    dns.set(`_masthead.${host}`, 'TXT', `masthead=${token}`);
    expect(headingOf((await move(owned, host)).body)).toBe('Address');
    expect(await hostOf(owned)).toBe(host);
  });

  test('a publication checks 60 times an hour, and only hosts that it asked for', async () => {
    const owned = await givenOwned();
    const host = newHost();
    await ask(owned, host);
    const asked = dns.asked;
    expect((await owned.owner.get(`${owned.path}?check=elsewhere.example`)).statusCode).toBe(404);
    expect(dns.asked).toBe(asked);
    for (let count = 0; count < 60; count += 1)
      expect((await owned.owner.get(`${owned.path}?check=${host}`)).statusCode).toBe(200);
    expect((await owned.owner.get(`${owned.path}?check=${host}`)).statusCode).toBe(429);
  });
});

describe('moving', () => {
  test('a proved host is the address from then on, and the former one leads there with path and query', async () => {
    const owned = await givenOwned();
    const { site } = owned;
    const former = site.publication.siteHost;
    const host = newHost();
    prove(host, await ask(owned, host));
    expect((await at(host, '/offers')).statusCode).toBe(404);
    const moved = await move(owned, host);
    expect(mainTextOf(moved.body)).toContain('The publication has its new address.');
    expect(linksOf(moved.body)).toContain(`https://${host}/offers`);
    expect((await at(host, '/offers')).statusCode).toBe(200);
    for (const [method, path] of [
      ['GET', '/offers/supporter?continue_url=x'],
      ['HEAD', '/'],
      ['GET', '//evil.example/'],
      ['GET', '/no-such-page'],
    ] as const) {
      const answer = await at(former, path, method);
      expect([path, answer.statusCode, answer.headers.location]).toEqual([path, 308, `https://${host}${path}`]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await at(former, '/sign-in', 'POST')).statusCode).toBe(404);
    const discovery = await at(host, '/.well-known/openid-configuration');
    expect(discovery.json().issuer).toBe(`https://${host}`);
    const entries = await service().database.knex('audit_entries').where({ publicationId: site.publication.id });
    expect(entries).toContainEqual(
      expect.objectContaining({ act: 'address.change', recordName: `${former} → ${host}` }),
    );
    expect(service().logLines.join('')).toMatch(/"security_event":"address_changed"/);
  });

  test('before it, the page names the websites that know the former issuer', async () => {
    const owned = await givenOwned();
    const host = newHost();
    prove(host, await ask(owned, host));
    const given = { name: 'The Shop', redirectUri: 'https://shop.example.org/callback' };
    await service().database.transaction((transaction) =>
      createOauthApplication(owned.site.publication, transaction, service().clock, given, {
        allowsLoopbackHttp: false,
      }),
    );
    const page = await owned.owner.open(`${owned.path}?check=${host}`);
    expect(mainTextOf(page.body)).toContain(`until you set https://${host} as the address of the provider`);
    expect(mainTextOf(page.body)).toContain('The Shop https://shop.example.org');
  });

  test('a session of the former host is worth nothing there or at the new one', async () => {
    const owned = await givenOwned();
    const reader = await owned.site.signedIn();
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const host = newHost();
    prove(host, await ask(owned, host));
    await move(owned, host);
    const former = owned.site.publication.siteHost;
    const answer = await service().app.inject({ url: '/', headers: { host: former, cookie } });
    expect(answer.statusCode).toBe(308);
  });

  test.each(['without the proof', 'with the proof of another publication', 'without an address that leads here'])(
    '%s it does not happen, and leaves nothing',
    async (how) => {
      const [owned, other] = [await givenOwned(), await givenOwned()];
      const host = newHost();
      const [token, others] = [await ask(owned, host), await ask(other, host)];
      if (how !== 'without an address that leads here') dns.set(host, 'A', OUR_ADDRESS);
      if (how !== 'without the proof')
        dns.set(`_masthead.${host}`, 'TXT', `masthead=${how.startsWith('with the') ? others : token}`);
      const form = formsOf((await owned.owner.open(owned.path)).body).find(({ action }) => action === owned.path);
      const refused = await owned.owner.post(`${owned.path}/move`, { ...form?.fields, host });
      expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
        422,
        expect.stringContaining('Not yet: see what is missing below.'),
      ]);
      expect(await hostOf(owned)).toBe(owned.site.publication.siteHost);
      const acts = await service().database.knex('audit_entries').where({ publicationId: owned.site.publication.id });
      expect(acts.map(({ act }) => act)).toEqual(['address.add']);
    },
  );

  test('it can go back to the former host, with the proof anew', async () => {
    const owned = await givenOwned();
    const [first, second] = [newHost(), newHost()];
    prove(first, await ask(owned, first));
    await move(owned, first);
    prove(second, await ask(owned, second));
    await move(owned, second);
    dns.set(`_masthead.${first}`, 'TXT', 'gone');
    const page = await owned.owner.open(owned.path);
    expect((await owned.owner.submit(page, { host: first }, `${owned.path}/move`)).statusCode).toBe(422);
    prove(first, await ask(owned, first));
    await owned.owner.submit(page, { host: first }, `${owned.path}/move`);
    expect(await hostOf(owned)).toBe(first);
    expect((await at(second, '/offers')).headers.location).toBe(`https://${first}/offers`);
  });

  test('a name with us is taken at once, needs no DNS, and stays with the publication for ever', async () => {
    const [owned, other] = [await givenOwned(), await givenOwned()];
    const { owner, path } = owned;
    const taken = await owner.submit(await owner.open(path), { label: 'seaside' }, `${path}/name`);
    const asked = dns.asked;
    await owner.submit(taken, { host: 'seaside.sites.example.test' }, `${path}/move`);
    expect([await hostOf(owned), dns.asked]).toEqual(['seaside.sites.example.test', asked]);
    const former = owned.site.publication.siteHost;
    prove(former, await ask(owned, former));
    await owner.submit(await owner.open(path), { host: former }, `${path}/move`);
    expect(await hostOf(owned)).toBe(former);
    const refused = await other.owner.submit(
      await other.owner.open(other.path),
      { label: 'seaside' },
      `${other.path}/name`,
    );
    expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
      422,
      expect.stringContaining('This name is taken'),
    ]);
  });

  test('a webhook that a gateway sends to the former host is still taken for the publication', async () => {
    const owned = await givenOwned();
    const host = newHost();
    prove(host, await ask(owned, host));
    await move(owned, host);
    const wrong = await at(owned.site.publication.siteHost, '/payments/events/sandbox', 'POST');
    const line = service().logLines.findLast((text) => text.includes('webhook_signature_wrong')) ?? '{}';
    expect([wrong.statusCode, JSON.parse(line).publication]).toEqual([400, owned.site.publication.id]);
  });
});

describe('of two publications', () => {
  test('that both prove a host at the same time, one gets it', async () => {
    const [one, two] = [await givenOwned(), await givenOwned()];
    const host = newHost();
    dns.set(host, 'A', OUR_ADDRESS);
    const tokens = [await ask(one, host), await ask(two, host)];
    dns.set(`_masthead.${host}`, 'TXT', ...tokens.map((token) => `masthead=${token}`));
    const ready = [one, two].map(async ({ owner, path }) => {
      const page = await owner.open(`${path}?check=${host}`);
      return () => owner.submit(page, { host }, `${path}/move`);
    });
    const answers = await Promise.all((await Promise.all(ready)).map((send) => send()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    expect(answers.some(({ body }) => mainTextOf(body).includes('Another publication answers at this host'))).toBe(
      true,
    );
    expect([await hostOf(one), await hostOf(two)].filter((found) => found === host)).toHaveLength(1);
    const held = await service().database.knex('site_hosts').where({ host, isHeld: true });
    expect(held).toHaveLength(1);
  });

  test('one may take a host that the other left, by its own proof, and not one where the other answers', async () => {
    const [one, two] = [await givenOwned(), await givenOwned()];
    const [shared, next] = [newHost(), newHost()];
    prove(shared, await ask(one, shared));
    await move(one, shared);
    prove(shared, await ask(two, shared));
    expect((await move(two, shared)).statusCode).toBe(422);
    prove(next, await ask(one, next));
    await move(one, next);
    expect((await at(shared, '/offers')).headers.location).toBe(`https://${next}/offers`);
    await move(two, shared);
    expect([await hostOf(one), await hostOf(two)]).toEqual([next, shared]);
    expect((await at(shared, '/offers')).statusCode).toBe(200);
    expect(mainTextOf((await one.owner.open(one.path)).body)).not.toContain(shared);
  });
});

test('five hosts may wait at a time, and one that is not wanted is removed', async () => {
  const owned = await givenOwned();
  const wanted = [newHost(), newHost(), newHost(), newHost(), newHost(), newHost()];
  for (const host of wanted.slice(0, 5)) await ask(owned, host);
  const full = await owned.owner.submit(await owned.owner.open(owned.path), { host: wanted[5] ?? '' }, owned.path);
  expect([full.statusCode, mainTextOf(full.body)]).toEqual([422, expect.stringContaining('Remove one first.')]);
  expect(full.body).toContain(`value="${wanted[5]}"`);
  await owned.owner.submit(full, { host: wanted[0] ?? '' }, `${owned.path}/remove`);
  expect(await ask(owned, wanted[5] ?? '')).toMatch(/^\w{43}$/);
  expect(titleOf(full.body)).toBe('Error: Address – The Weekly Test');
});
