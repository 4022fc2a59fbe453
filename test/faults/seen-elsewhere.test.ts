// What is changed on the dashboard of one process is seen by the other one on the same PostgreSQL within a second, although both answer from
// memory what they were asked a moment ago (reliability R-F15, R-A8).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { issueSignInLink } from '../../src/models/staff/sign-in-link.ts';
import { HttpBrowser, type Page } from '../support/browser/http-browser.ts';
import {
  setProviderStage,
  type ProviderStage,
  type Reader,
  type Website,
} from '../support/processes/provider-processes.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';
import { givenStaff, liveOwner } from '../support/publications/staff.ts';

const WITHIN_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 20_000;
/** Shorter than anything is kept in memory, so that the other process has an answer of before the change at hand. */
const ASK_AGAIN_MILLISECONDS = 15;
const API = '/2023-04-11';

let stage: ProviderStage;
let changing: ServerProcess;
let other: ServerProcess;
let website: Website;
let reader: Reader;
let owner: HttpBrowser;
let base: string;

beforeAll(async () => {
  stage = await setProviderStage('postgres');
  const { database, publication } = stage;
  await database.transaction(async (transaction) => {
    const plan = await createPlan(publication, transaction, systemClock, { slug: 'supporter', name: 'Supporter' });
    await createPrice(publication, transaction, systemClock, {
      planId: plan.id,
      amount: 500,
      currency: 'EUR',
      interval: 'month',
    });
  });
  // The dashboard is at the address of the first one, which is the site's.
  const PORT = new URL(publication.siteUrl).port;
  [changing, other] = await Promise.all([stage.start({ PORT }), stage.start()]);
  website = await stage.newWebsite();
  reader = await stage.newReader('ada@example.test');
  owner = await liveOwner({ service: { database, clock: systemClock }, publication, siteUrl: publication.siteUrl });
  base = `/dashboard/${publication.id}`;
});
afterAll(async () => {
  await owner.close();
  await stage.close();
});

const open = (path: string): Promise<Page> => owner.open(`${changing.url}${path}`);

/** Sends a form of a page of the dashboard, at the first process. */
async function send(path: string, fields: Readonly<Record<string, string>>, action = path): Promise<Page> {
  const page = await owner.submit(await open(path), fields, action);
  expect(page.status).toBe(200);
  return page;
}

/** Whether a page of the other process has that text. */
const shows = async (path: string, text: string): Promise<boolean> =>
  (await stage.send(other, path)).body.includes(text);

const callOther = async (key: string, form?: Readonly<Record<string, string>>): Promise<number> =>
  (await stage.send(other, `${API}/customers`, { headers: { authorization: basic(key) }, ...(form && { form }) }))
    .status;

async function newKey(scope: 'full' | 'read'): Promise<{ readonly key: string; readonly id: string }> {
  const { apiKey, key } = await stage.database.transaction((transaction) =>
    createApiKey(stage.publication, transaction, systemClock, { environment: 'test', scope }),
  );
  return { key, id: apiKey.id };
}

const isSignedInByOther = async (): Promise<boolean> =>
  (await stage.authorize(other, website, reader).catch(() => '')) !== '';

async function applicationId(): Promise<string> {
  const { id } = await stage.database.knex('oauthApplications').where({ clientId: website.clientId }).first();
  return String(id);
}

/** A colleague whose browser uses the other process. */
async function newColleague(): Promise<{ readonly id: string; readonly sees: () => Promise<boolean> }> {
  const { database, publication } = stage;
  const id = await givenStaff({ database, clock: systemClock }, publication, 'editor');
  const link = await database.transaction((transaction) =>
    issueSignInLink(transaction, systemClock, { staffId: id, lifetimeSeconds: 60 }),
  );
  const browser = new HttpBrowser();
  await browser.submit(await browser.open(`${other.url}/dashboard/link/${link}`));
  const sees = async (): Promise<boolean> => {
    const { status, url } = await browser.open(`${other.url}${base}/offers`);
    return status === 200 && url.pathname === `${base}/offers`;
  };
  return { id, sees };
}

interface Change {
  readonly act: () => Promise<unknown>;
  /** Asks the other process whether it knows of it. */
  readonly isSeen: () => Promise<boolean>;
}

const CHANGES: Readonly<Record<string, () => Promise<Change>>> = {
  'the name of the publication': async () => ({
    act: () => send(`${base}/settings`, { name: 'The Daily Test' }),
    isSeen: () => shows('/offers', 'The Daily Test'),
  }),
  'a new offer': async () => ({
    act: () => send(`${base}/new-offer`, { name: 'Friend', month: '7' }),
    isSeen: () => shows('/offers', 'Friend'),
  }),
  'an offer that is archived': async () => ({
    act: () => send(`${base}/offers`, { offer: 'friend' }, `${base}/offers/archive`),
    isSeen: async () => (await stage.send(other, '/offers/friend')).status === 404,
  }),
  'a website that readers may be led back to': async () => ({
    act: () => send(`${base}/settings`, { continue_host: 'blog.example.org' }, `${base}/settings/continue-hosts`),
    isSeen: () => shows('/offers?continue_url=https%3A%2F%2Fblog.example.org%2F', 'blog.example.org'),
  }),
  'one that they no longer may': async () => ({
    act: () =>
      send(`${base}/settings`, { continue_host: 'blog.example.org' }, `${base}/settings/continue-hosts/remove`),
    isSeen: async () => !(await shows('/offers?continue_url=https%3A%2F%2Fblog.example.org%2F', 'blog.example.org')),
  }),
  'a key that is revoked': async () => {
    const { key, id } = await newKey('full');
    return {
      act: () => send(`${base}/keys`, { key: id }, `${base}/keys/revoke`),
      isSeen: async () => (await callOther(key)) === 401,
    };
  },
  'a key that is made for reading': async () => {
    let made = '';
    return {
      act: async () => {
        const { body } = await send(`${base}/keys`, { name: 'Export', scope: 'read' });
        made = /key_test_[0-9A-Za-z]+/.exec(body)?.[0] ?? '';
      },
      isSeen: async () =>
        (await callOther(made)) === 200 && (await callOther(made, { email: 'eve@example.test' })) === 403,
    };
  },
  'a website that is disabled': async () => {
    const own = `${base}/applications/${await applicationId()}`;
    return { act: () => send(own, {}, `${own}/disable`), isSeen: async () => !(await isSignedInByOther()) };
  },
  'a website that is enabled again': async () => {
    const own = `${base}/applications/${await applicationId()}`;
    return { act: () => send(own, {}, `${own}/enable`), isSeen: isSignedInByOther };
  },
  'a member of the staff who is removed': async () => {
    const { id, sees } = await newColleague();
    return {
      act: () => send(`${base}/staff`, { staff: id }, `${base}/staff/remove`),
      isSeen: async () => !(await sees()),
    };
  },
};

test.each(Object.entries(CHANGES))(
  'R-F15 R-A8 %s is seen by the other process within a second',
  async (_what, given) => {
    const { act, isSeen } = await given();
    expect(await isSeen()).toBe(false);
    let actedAt: number | undefined;
    let lastUnseen = 0;
    const acting = act().then(() => (actedAt = performance.now()));
    for (const until = performance.now() + PATIENCE_MILLISECONDS; performance.now() < until;) {
      const askedAt = performance.now();
      if (await isSeen()) break;
      lastUnseen = askedAt;
      await sleep(ASK_AGAIN_MILLISECONDS);
    }
    await acting;
    expect(lastUnseen - (actedAt ?? 0)).toBeLessThan(WITHIN_MILLISECONDS);
    expect(await isSeen()).toBe(true);
  },
);
