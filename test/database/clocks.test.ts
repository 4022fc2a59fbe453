// Clocks that jump: set forward and back by an hour in a running service, and two instances on one database whose clocks are ten minutes apart.
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { givenRelyingParty } from '../support/outside/relying-party.ts';
import { MovableClock } from '../support/service/clock.ts';
import { moved, partyAt, restart } from '../support/service/restarted.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const [MINUTE, HOUR] = [60, 3600];
const SECRET_KEY = 'a secret key of the tests that is long enough';
const SKEW = 10 * MINUTE;

test('R-F14 a code that has expired stays so where the clock is set back by an hour', async () => {
  const { clock } = service();
  const party = await givenRelyingParty(service());
  const browser = await party.signedInBrowser();
  const [authorizationCode, unused] = [await party.newCode(browser), await party.newCode(browser)];
  const visitor = party.newBrowser();
  const codePage = await visitor.askForCode('eve@example.org');
  const emailed = await visitor.newestCode('eve@example.org');
  clock.advance(11 * MINUTE);
  expect((await party.redeem(unused)).statusCode).toBe(400);
  clock.advance(-HOUR);
  expect((await party.redeem(authorizationCode)).json()).toEqual({
    error: 'invalid_grant',
    error_description: 'The code has expired',
  });
  expect((await visitor.get(codePage)).statusCode).toBe(410);
  clock.advance(HOUR);
  expect((await visitor.get(codePage)).statusCode).toBe(410);
  clock.advance(-11 * MINUTE);
  // The same code, in its time.
  expect((await visitor.enterCode(codePage, emailed)).statusCode).toBe(303);
  expect((await party.redeem(authorizationCode)).statusCode).toBe(200);
});

test.each([HOUR, -HOUR])(
  'R-F14 a step of %d s makes no token of the future, no id twice, and leaves nobody out of a list',
  async (step) => {
    const { clock, database } = service();
    const party = await givenRelyingParty(service());
    const browser = await party.signedInBrowser();
    const { api } = party.given;
    const created: string[] = [];
    const create = async (): Promise<void> => {
      for (let count = 0; count < 5; count += 1) {
        const answer = await api.post('/customers', { email: `${step}-${created.length}@example.org` });
        created.push(answer.json<{ id: string }>().id);
      }
      await logPendingEvents(database, clock);
    };
    await create();
    const first = (await api.get('/events?limit=100')).json<{ objects: { id: string }[] }>();
    const [newest] = first.objects;
    clock.advance(step);
    await create();
    expect(new Set(created).size).toBe(10);
    const { tokens } = await party.signInOn(browser);
    expect(Number(decodeJwt(tokens.id_token).iat)).toBeLessThanOrEqual(clock.now().getTime() / 1000 + 1);
    // Who reads on after the last event misses none of those that came later.
    const later = (await api.get(`/events?after=${newest?.id}&limit=100`)).json<{ objects: { id: string }[] }>();
    expect(later.objects).toHaveLength(5);
    expect(later.objects.map(({ id }) => id)).toEqual(later.objects.map(({ id }) => id).toSorted());
    for (const { id } of later.objects) expect(id > (newest?.id ?? '')).toBe(true);
    const seen: string[] = [];
    for (let page = ''; ;) {
      const answer = (await api.get(`/customers?limit=3${page}`)).json<{
        objects: { id: string }[];
        next_page: string | null;
      }>();
      seen.push(...answer.objects.map(({ id }) => id));
      if (answer.next_page === null) break;
      page = `&page=${answer.next_page}`;
    }
    expect(seen).toEqual(expect.arrayContaining(created));
    expect(new Set(seen).size).toBe(seen.length);
    clock.advance(-step);
  },
);

/** A second instance on the database, whose clock is this far from that of the first. */
async function instanceAt(skew: number) {
  const clock = new MovableClock();
  clock.advance((service().clock.now().getTime() - clock.now().getTime()) / 1000 + skew);
  return restart(service(), { SECRET_KEY }, clock);
}

test.each([SKEW, -SKEW])(
  'R-F14 beside an instance whose clock is %d s away sessions and tokens hold, ids are unique, and no code lives longer',
  async (skew) => {
    const other = await instanceAt(skew);
    const party = await givenRelyingParty(service());
    const there = partyAt(other, party);
    const browser = await party.signedInBrowser();
    const { tokens } = await there.signInOn(moved(browser, there));
    expect((await party.userinfo(tokens.access_token)).statusCode).toBe(200);
    expect(Number(decodeJwt(tokens.id_token).iat)).toBeLessThanOrEqual(other.clock.now().getTime() / 1000 + 1);
    expect((await party.endSession(browser, { id_token_hint: tokens.id_token })).statusCode).toBe(200);
    // A minute after it was made a code is of no use at either.
    const visitor = moved(await party.signedInBrowser(), there);
    for (const [maker, taker] of [
      [party, there],
      [there, party],
    ] as const) {
      const code = await maker.newCode(moved(visitor, maker));
      for (const { clock } of [service(), other]) clock.advance(MINUTE + 1);
      expect((await taker.redeem(code)).statusCode).toBe(400);
    }
    const emails = Array.from({ length: 10 }, (_, count) => `${skew}-${count}@example.org`);
    const created = await Promise.all(
      emails.map(async (email, index) => {
        const { given } = index % 2 === 0 ? party : there;
        return (await given.api.post('/customers', { email })).json<{ id: string }>().id;
      }),
    );
    expect(new Set(created).size).toBe(10);
    const listed = (await party.given.api.get('/customers?limit=100')).json<{ objects: { id: string }[] }>().objects;
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(created));
    await other.close();
  },
);
