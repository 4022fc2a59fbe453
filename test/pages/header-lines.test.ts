// R-B9: what stands in a request becomes no header line of the answer, whatever breaks a line: in a state, a place to continue to, an offer, a name, an address.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { formOf } from '../support/browser/browser.ts';
import { BROKEN_LINES } from '../support/outside/broken-lines.ts';
import { givenRelyingParty } from '../support/outside/relying-party.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ CODE_LIMITS: 'off' });
const INJECTED = new Set(['x-injected', 'bcc', 'rcpt to']);

/** What is wrong with the headers; a place to go may have what was typed, in the form that URLs have. */
function faultsOf({ headers, statusCode }: LightMyRequestResponse): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)] as const),
  );
  return [
    ...(statusCode >= 500 ? [`status ${statusCode}`] : []),
    ...values.filter(([name, value]) => INJECTED.has(name) || /[^\x20-\x7e]/.test(value)).map(([name]) => name),
    ...values.filter(([name, value]) => name === 'set-cookie' && value.startsWith('injected')).map(() => 'a cookie'),
    ...values
      .filter(([name, value]) => name === 'location' && /^https?:\/\/evil\.example/.test(value))
      .map(() => 'a way out'),
  ];
}

test('R-B9 a hundred texts in five places of requests add no header line', async () => {
  const site = await givenSite(service());
  const party = await givenRelyingParty(service(), {}, site);
  const [stranger, reader] = [site.newBrowser(), await site.signedIn('grace@example.org')];
  const { fields } = formOf(await stranger.open('/sign-in'));
  const freeForm = formOf(await stranger.open('/free_offering/subscribe'));
  const faults: string[] = [];
  // Those with words before and behind.
  for (const text of BROKEN_LINES.filter((one) => one.startsWith('Ada') && one.endsWith('Lovelace'))) {
    const query = new URLSearchParams({ continue_url: `https://www.example.org/${text}` }).toString();
    const answers = {
      state: await party.authorize(reader, { state: text, prompt: 'none' }),
      continue: await reader.get(`/sign-in?${query}`),
      offer: await stranger.get(`/offers/${encodeURIComponent(text)}`),
      address: await stranger.post('/sign-in', { ...fields, email: `${text}@example.org` }),
      name: await stranger.post(freeForm.action, { ...freeForm.fields, email: 'ada@example.org', name: text }),
    };
    for (const [place, answer] of Object.entries(answers))
      faults.push(...faultsOf(answer).map((fault) => `${place} ${JSON.stringify(text)}: ${fault}`));
  }
  expect(faults).toEqual([]);
});
