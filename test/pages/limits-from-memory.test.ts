// What a visitor asks for over a limit costs no count: the same process answers it from memory (src/models/limiter.ts).
import { expect, test } from 'vitest';
import { formOf, type Browser } from '../support/browser/browser.ts';
import { givenOfferedSite, type OfferedSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();
const IP = '203.0.113.9';
/** Beyond every limit of one network. */
const TURNS_AT_MOST = 200;

interface Limited {
  readonly what: string;
  readonly path: string;
  readonly fields: (site: OfferedSite, turn: number) => Record<string, string>;
}

const LIMITED: readonly Limited[] = [
  { what: 'an e-mail code', path: '/sign-in', fields: (_site, turn) => ({ email: `reader${turn}@example.org` }) },
  { what: 'an activation code', path: '/activate', fields: () => ({ code: 'WRONG-CODE' }) },
  { what: 'a gift code', path: '/gift/claim', fields: () => ({ code: 'WRONG-CODE' }) },
  {
    what: 'a discount code',
    path: '/offers/reader/subscribe',
    fields: ({ monthly }) => ({ choice: monthly, code: 'WRONG-CODE' }),
  },
];

const isCount = (text: string): boolean => /\blimits\b/.test(text);

test.each(LIMITED)('$what over the limit is answered without counting', async ({ path, fields }) => {
  const site = await givenOfferedSite(service());
  const send = async (browser: Browser, turn: number): Promise<readonly string[]> => {
    const form = formOf(await browser.open(path));
    const typed = { ...form.fields, ...fields(site, turn) };
    return (await workOf(() => browser.post(form.action, typed))).work;
  };
  expect((await send(site.newBrowser(IP), 0)).filter(isCount).length).toBeGreaterThan(0);
  let counted = true;
  for (let turn = 1; counted && turn < TURNS_AT_MOST; turn += 1)
    counted = (await send(site.newBrowser(IP), turn)).some(isCount);
  expect(counted).toBe(false);
});
