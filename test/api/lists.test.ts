// Lists of the data API (service.md, Data API rules 1 and 2, Limits): pages, their order, and what limit and page may be.
import { beforeAll, describe, expect, it } from 'vitest';
import { givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let given: TestPublication;
const emails = Array.from({ length: 25 }, (_, index) => `reader${index}@example.test`);

beforeAll(async () => {
  given = await givenPublication(service());
  for (const email of emails) {
    service().clock.advance(1);
    await given.api.post('/customers', { email });
  }
  await given.api.post('/customers', { activation_code: 'PRINT-0001' });
});

async function everyPage(path: string, limit: number): Promise<{ id: string; email: string | null }[][]> {
  const pages = [];
  let page: string | null = '';
  while (page !== null) {
    const response = await given.api.get(`${path}?limit=${limit}${page === '' ? '' : `&page=${page}`}`);
    expect(response.statusCode).toBe(200);
    const body: { objects: { id: string; email: string | null }[]; next_page: string | null } = response.json();
    pages.push(body.objects);
    page = body.next_page;
  }
  return pages;
}

describe('pages', () => {
  it('holds ten objects when no limit is given, newest first', async () => {
    const body = (await given.api.get('/members')).json();
    expect(body.objects.map(({ email }: { email: string }) => email)).toEqual(emails.toReversed().slice(0, 10));
    expect(body.next_page).toMatch(/^[0-7][0-9a-z]{25}$/);
  });

  it.each([1, 7, 24, 25, 26, 100])(
    'reaches each member once with limit %i, and ends with next_page null',
    async (limit) => {
      const pages = await everyPage('/members', limit);
      expect(pages.flat().map(({ email }) => email)).toEqual(emails.toReversed());
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      expect(pages.at(-1)?.length).toBeGreaterThan(0);
    },
  );

  it('lists a person without an e-mail address as a customer and not as a member', async () => {
    const customers = (await everyPage('/customers', 100)).flat();
    expect(customers).toHaveLength(26);
    expect(customers[0]?.email).toBeNull();
  });

  it('gives a member and the customer behind it the same suffix', async () => {
    const [member] = (await given.api.get('/members?limit=1')).json().objects;
    const customers = (await everyPage('/customers', 100)).flat();
    expect(customers.some(({ id, email }) => email === member.email && id === member.id.replace('memb_', 'cus_'))).toBe(
      true,
    );
  });

  it('neither skips nor repeats while customers are added between pages', async () => {
    const other = await givenPublication(service());
    for (const index of [1, 2, 3, 4, 5, 6]) await other.api.post('/customers', { email: `a${index}@example.test` });
    const first = (await other.api.get('/members?limit=3')).json();
    await other.api.post('/customers', { email: 'late@example.test' });
    const second = (await other.api.get(`/members?limit=3&page=${first.next_page}`)).json();
    const seen = [...first.objects, ...second.objects].map(({ email }) => email);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1].map((index) => `a${index}@example.test`));
  });

  it('takes every value of the cursor form as a position', async () => {
    for (const page of ['0'.repeat(26), `7${'z'.repeat(25)}`])
      expect((await given.api.get(`/members?page=${page}`)).statusCode).toBe(200);
    expect((await given.api.get(`/members?page=${'0'.repeat(26)}`)).json()).toEqual({ objects: [], next_page: null });
  });
});

describe('parameters', () => {
  it('says that limit must be at least 1', async () => {
    const { error } = (await given.api.get('/members?limit=0')).json();
    expect(error).toEqual({ code: 'invalid_param', message: expect.stringMatching(/limit must be at least 1/) });
  });

  it.each(['-1', '101', '1e2', '1.0', '%205', '0x10', 'NaN', '5;6', '٥', '', '+5', '9'.repeat(400)])(
    'R-B15 refuses limit=%s',
    async (limit) => {
      const response = await given.api.get(`/members?limit=${encodeURI(limit)}`);
      expect([response.statusCode, response.json().error.code]).toEqual([400, 'invalid_param']);
      expect(response.json().error.message).toContain('limit');
    },
  );

  it.each(['/members', '/customers', '/subscriptions', '/plans', '/prices', '/offers', '/newsletters', '/events'])(
    'takes an empty page of %s for the first',
    async (path) => {
      const [first, empty] = [await given.api.get(`${path}?limit=2`), await given.api.get(`${path}?limit=2&page=`)];
      expect([empty.statusCode, empty.json()]).toEqual([200, first.json()]);
    },
  );

  it.each([
    'page=null',
    'page=abc',
    'page=cus_01',
    `page=8${'0'.repeat(25)}`,
    `page=${'0'.repeat(27)}`,
    `page=${'0'.repeat(25)}I`,
  ])('refuses %s', async (query) => {
    expect((await given.api.get(`/customers?${query}`)).json().error).toEqual({
      code: 'invalid_param',
      message: expect.stringContaining('page'),
    });
  });

  it.each([
    'limit=5&limit=5',
    'limit[]=5',
    'limit[a]=5',
    'offset=3',
    '__proto__=1',
    'constructor=1',
    'limit=%zz',
    'limit=%ff',
    'x=%00',
    '%00=1',
  ])('R-B10 R-B11 refuses %s and keeps its prototype', async (query) => {
    const response = await given.api.get(`/members?${query}`);
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'invalid_param']);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
