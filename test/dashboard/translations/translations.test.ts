// What a publication says in other languages, as its people write it and readers see it.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService();

async function idOf(given: Given, table: string, slug: string): Promise<string> {
  const found = await service().database.knex(table).where({ publicationId: given.site.publication.id, slug }).first();
  return String(found?.id);
}

async function save(
  given: Given,
  fields: Readonly<Record<string, string>>,
  language = 'de',
): Promise<LightMyRequestResponse> {
  const path = `${given.base}/translations/${language}`;
  return given.owner.submit(await given.owner.open(path), fields, path);
}

async function givenLanguages(): Promise<Given> {
  const made = await givenOwner(service());
  const { id } = made.site.publication;
  await service().database.transaction((transaction) =>
    updatePublication(transaction, id, { description: 'Stories.', languages: 'de,en,fr' }),
  );
  return made;
}

test('an offer is translated, readers see it, and an emptied field is shown in the own language again', async () => {
  const made = await givenLanguages();
  const offer = await idOf(made, 'offers', 'supporter');
  const seen = async (): Promise<string> =>
    (await made.site.newBrowser().get('/offers', { 'accept-language': 'de' })).body;
  const list = async (): Promise<string> => (await made.owner.open(`${made.base}/translations`)).body;
  const before = /(\d+) of (\d+) texts/.exec(await list()) ?? [];
  expect(before[1]).toBe('0');
  const saved = await save(made, { kind: 'offer', record: offer, name: ' Leser ', benefits: 'Alles\r\nDas Archiv' });
  expect(saved.body).toContain('Saved.');
  expect(saved.body).toMatch(/<input id="offer_\w+-name" name="name" type="text" value="Leser"/);
  expect(await seen()).toMatch(/>Leser<[^]*?<li>/);
  // The offer has no benefits of its own, so that there is nothing to count them against.
  expect(/(\d+) of (\d+) texts/.exec(await list())?.slice(1)).toEqual(['1', before[2]]);
  await save(made, { kind: 'offer', record: offer, name: '' });
  expect(await seen()).toMatch(/Supporter<[^]*?Das Archiv/);
  await save(made, { kind: 'offer', record: offer, benefits: '' });
  expect(await seen()).not.toMatch(/Leser|Das Archiv/);
});

test('each kind has a form, the publication by its owners alone, and a fault stands at the field of its record', async () => {
  const made = await givenLanguages();
  const { owner, base, site } = made;
  const page = await owner.open(`${base}/translations/de`);
  for (const kind of ['publication', 'offer', 'plan', 'newsletter', 'free-offering'])
    expect(page.body).toContain(`name="kind" value="${kind}"`);
  const plan = await idOf(made, 'plans', 'supporter');
  const faulty = await save(made, { kind: 'plan', record: plan, name: 'x'.repeat(256) });
  expect([faulty.statusCode, faulty.body.includes(`href="#${plan}-name"`)]).toEqual([422, true]);
  expect(faulty.body).toContain(`value="${'x'.repeat(256)}"`);
  const path = `${base}/translations/de/publication`;
  await owner.submit(await owner.open(`${base}/translations/de`), { description: 'Geschichten.' }, path);
  expect((await site.newBrowser().get('/offers', { 'accept-language': 'de' })).body).toContain('Geschichten.');
  const editor = await signedInStaff(service(), site.publication, 'editor', 'editor@example.org');
  const theirs = await editor.open(`${base}/translations/de`);
  expect(theirs.body).toMatch(/value="publication">[^]{0,200}<fieldset class="plain" disabled/);
  const sneaked = { kind: 'publication', record: '', description: 'Anderes.' };
  expect((await editor.submit(theirs, sneaked, `${base}/translations/de`)).statusCode).toBe(404);
  expect((await editor.get(`${base}/translations/en`)).statusCode).toBe(404);
  expect((await editor.get(`${base}/translations/xx`)).statusCode).toBe(404);
});

test("another publication's record is not found, and of two languages each keeps its own words", async () => {
  const [made, other] = [await givenLanguages(), await givenLanguages()];
  const strange = await idOf(other, 'offers', 'supporter');
  expect((await save(made, { kind: 'offer', record: strange, name: 'Fremd' })).statusCode).toBe(404);
  const own = await idOf(made, 'offers', 'supporter');
  await save(made, { kind: 'offer', record: own, name: 'Leser' });
  await save(made, { kind: 'offer', record: own, name: 'Lecteur' }, 'fr');
  const offer = (await made.site.api.get('/offers/supporter')).json();
  expect(offer.translations).toEqual({ de: { name: 'Leser' }, fr: { name: 'Lecteur' } });
});
