// Words of a publication's own in its mails: what is wrong stands beside its field and loses nothing, the preview and the
// test mail have what was typed, and only an owner changes them.
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { listMailWords, READER_MAIL_NAMES } from '../../../src/models/publication/mail-words.ts';
import { listAuditEntries } from '../../../src/models/staff/audit-entry.ts';
import { attributeOf, formsOf, linksOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
let at: Given;
let path: string;

beforeEach(async () => {
  at = await givenOwner(service());
  path = `${at.base}/mails/paid`;
});

const stored = () => listMailWords(at.site.publication, service().database);
const preview = (page: LightMyRequestResponse) => attributeOf(tagsOf(page.body, 'iframe')[0] ?? '', 'srcdoc') ?? '';
const fieldsOn = (page: LightMyRequestResponse) => formsOf(page.body).find(({ action }) => action === path)?.fields;
const send = async (fields: Readonly<Record<string, string>>, to = path) =>
  at.owner.submit(await at.owner.open(path), fields, to);

test('every mail to readers has its page, which is linked from the list', async () => {
  const list = await at.owner.open(`${at.base}/mails`);
  const pages = linksOf(list.body).filter((href) => href.startsWith(`${at.base}/mails/`));
  expect(pages).toEqual(READER_MAIL_NAMES.map((mail) => `${at.base}/mails/${mail}`));
  for (const page of pages) {
    const { body } = await at.owner.open(page);
    expect(tagsOf(body, 'iframe')).toHaveLength(1);
  }
  expect((await at.owner.get(`${at.base}/mails/staff_code`)).statusCode).toBe(404);
});

test('what is saved is in the preview, in the language of the publication, and in the list', async () => {
  const saved = await send({ opening_en: 'Dear {name},\r\nwelcome <b>', closing_de: 'Bis bald' });
  expect(mainTextOf(saved.body)).toContain('Saved.');
  expect(await stored()).toEqual([
    { mail: 'paid', language: 'de', opening: '', closing: 'Bis bald' },
    { mail: 'paid', language: 'en', opening: 'Dear {name},\nwelcome <b>', closing: '' },
  ]);
  expect(preview(saved)).toContain('Dear Ada,<br>welcome &lt;b&gt;</td>');
  expect(mainTextOf((await at.owner.open(`${at.base}/mails`)).body)).toMatch(/German and English|English and German/);
});

test('words in another language alone are in the preview once they are saved', async () => {
  const saved = await send({ language: 'en', opening_de: 'Guten Tag {name}' });
  expect(preview(saved)).toContain('Guten Tag Ada');
});

test('a preview shows what was typed, in the chosen language, and saves nothing', async () => {
  const page = await send({ do: 'preview', language: 'de', opening_de: 'Schön, {name}', opening_en: 'Not this' });
  expect(preview(page)).toContain('Schön, Ada');
  expect(preview(page)).not.toContain('Not this');
  expect(fieldsOn(page)).toMatchObject({ opening_de: 'Schön, {name}', opening_en: 'Not this' });
  expect(page.headers['content-security-policy']).toContain("style-src-attr 'unsafe-inline'");
  expect(await stored()).toEqual([]);
});

test('the fields of another language are a click away, and what was typed in the first one comes along', async () => {
  const other = await send({ other_language: 'de', opening_en: 'Dear {name}' });
  expect([tagsOf(other.body, 'textarea').map((tag) => attributeOf(tag, 'name')), await stored()]).toEqual([
    ['opening_de', 'closing_de'],
    [],
  ]);
  expect(preview(other)).toContain('<html lang="de"');
  const saved = await at.owner.submit(other, { opening_de: 'Hallo {name}' }, path);
  expect(mainTextOf(saved.body)).toContain('Saved.');
  expect((await stored()).map(({ opening }) => opening)).toEqual(['Hallo {name}', 'Dear {name}']);
  const editor = await signedInStaff(service(), at.site.publication, 'editor');
  expect(mainTextOf((await editor.open(`${path}?language=de`)).body)).toContain('Opening, German');
});

test('an unknown placeholder is refused beside its field, and nothing that was typed is lost', async () => {
  for (const wanted of ['', 'preview', 'test']) {
    const page = await send({ do: wanted, opening_en: 'Dear {nmae},', closing_de: 'Tschüss' });
    expect(page.statusCode).toBe(422);
    expect(mainTextOf(page.body)).toContain('There is no {nmae} in this mail. Use {name}, {plan}, {publication}');
    expect(page.body).toContain('id="opening_en-error"');
    expect(fieldsOn(page)).toMatchObject({ opening_en: 'Dear {nmae},', closing_de: 'Tschüss' });
  }
  expect(await stored()).toEqual([]);
});

test('a test mail has what was typed, goes to whoever typed it, and saves nothing', async () => {
  const page = await send({ do: 'test', opening_en: 'Dear {name},', language: 'en' });
  const email = `owner@${at.site.publication.siteHost}`;
  expect(mainTextOf(page.body)).toContain(`A test mail is on its way to ${email}.`);
  expect(fieldsOn(page)).toMatchObject({ opening_en: 'Dear {name},' });
  const [mail, ...others] = await at.site.newBrowser().mails(email);
  expect([mail?.subject, others]).toEqual([`Test: Your subscription to ${at.site.publication.name} has begun`, []]);
  expect(mail?.text).toContain('Dear Ada,');
  expect(await stored()).toEqual([]);
  const { objects } = await listAuditEntries(at.site.publication, service().database, { limit: 1 });
  expect(objects).toMatchObject([{ act: 'mail-words.test', recordName: 'paid' }]);
});

test('two people who change different texts at once both have their way', async () => {
  const [one, two] = [await at.owner.open(path), await at.owner.open(path)];
  await at.owner.submit(one, { opening_en: 'Mine' }, path);
  await at.owner.submit(two, { closing_en: 'Yours' }, path);
  expect(await stored()).toEqual([{ mail: 'paid', language: 'en', opening: 'Mine', closing: 'Yours' }]);
});

test('an emptied text is none, and what was added can be taken out', async () => {
  await send({ opening_en: 'One', closing_en: 'Two' });
  await send({ opening_en: '', closing_en: '' });
  expect(await stored()).toEqual([]);
  await send({ opening_en: 'One', opening_de: 'Eins' });
  await send({}, `${path}/reset`);
  expect(await stored()).toEqual([]);
  expect(formsOf((await at.owner.open(path)).body).map(({ action }) => action)).not.toContain(`${path}/reset`);
});

test('an editor sees the page and no button', async () => {
  const editor = await signedInStaff(service(), at.site.publication, 'editor');
  const { body } = await editor.open(path);
  expect(tagsOf(body, 'iframe')).toHaveLength(1);
  expect(body).not.toContain('Send me a test mail');
  expect(body).toMatch(/<fieldset class="plain"\s+disabled/);
});
