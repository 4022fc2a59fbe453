// The settings of a publication: saved with what is wrong beside its field, shown in a preview that saves nothing, and at
// once on the hosted pages.
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { languagesOf } from '../../../src/models/publication/languages.ts';
import { getPublication, updatePublication } from '../../../src/models/publication/publication.ts';
import { listAuditEntries } from '../../../src/models/staff/audit-entry.ts';
import { formatMoment } from '../../../src/views/formats.ts';
import { attributeOf, formsOf, mainTextOf, tagsOf, titleOf } from '../../support/browser/html.ts';
import { pngImage, svgImage } from '../../support/publications/images.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
let at: Given;
let path: string;

beforeEach(async () => {
  at = await givenOwner(service());
  path = `${at.base}/settings`;
});

const stored = () => getPublication(service().database, at.site.publication.id);
const preview = (page: LightMyRequestResponse) => attributeOf(tagsOf(page.body, 'iframe')[0] ?? '', 'srcdoc') ?? '';
const valueOn = (page: LightMyRequestResponse, name: string) =>
  formsOf(page.body).find(({ action }) => action === path)?.fields[name];
async function acts(): Promise<(string | null)[]> {
  const page = { limit: 10, act: 'publication.update' };
  const { objects } = await listAuditEntries(at.site.publication, service().database, page);
  return objects.map(({ recordName }) => recordName).toReversed();
}

async function send(fields: Readonly<Record<string, string>>, files: Record<string, Buffer> = {}) {
  return at.owner.upload(await at.owner.open(path), { fields, files }, path);
}

test('what is saved shows at once on the hosted pages, and the log names the fields', async () => {
  const visitor = at.site.newBrowser();
  await visitor.get('/offers');
  const saved = await send({ name: 'Der Anzeiger', brand_color: '#AA0044', font: 'slab', radius: '3', locale: 'de' });
  expect(mainTextOf(saved.body)).toContain('Saved.');
  expect(await stored()).toMatchObject({ name: 'Der Anzeiger', brandColor: '#aa0044', font: 'slab', radius: 3 });
  const { body } = await at.site.newBrowser().get('/offers');
  expect(titleOf(body)).toContain('Der Anzeiger');
  expect(body).toContain('.aa0044.slab.3.css');
  expect(await acts()).toEqual(['name, locale, brand_color, font, radius']);
});

test('what the publication says of itself is saved, shown again and removed', async () => {
  const details = {
    home_url: 'https://www.example.org/',
    contact_email: 'post@example.org',
    description: 'Stories from the harbour',
    imprint_url: 'https://www.example.org/legal#imprint',
    terms_url: 'https://www.example.org/terms',
    privacy_url: 'https://www.example.org/privacy',
    withdrawal_url: 'https://www.example.org/withdrawal',
    sender_name: 'The editors',
    reply_to: 'answers@example.org',
    plans_per_reader: 'several',
    pauses_set_by: 'reader',
  };
  const saved = await send({ ...details, home_url: ' https://www.example.org' }, { cover: pngImage() });
  expect(mainTextOf(saved.body)).toContain('Saved.');
  for (const [name, value] of Object.entries(details))
    expect([name, valueOn(await at.owner.open(path), name)]).toEqual([name, value]);
  expect(await stored()).toMatchObject({
    plansPerReader: 'several',
    pausesSetBy: 'reader',
    cover: expect.stringMatching(/\.png$/),
  });
  const none = Object.fromEntries(Object.keys(details).map((name) => [name, '']));
  await send({ ...none, plans_per_reader: 'one', pauses_set_by: 'publisher', remove_cover: 'yes' });
  expect(await stored()).toMatchObject({ homeUrl: null, contactEmail: null, termsUrl: null, cover: null });
  expect((await acts())[1]).toContain('home_url');
});

test('the languages of the pages are the ticked ones, and none ticked leaves the publication’s own', async () => {
  const spoken = async () => languagesOf(await stored());
  await send({ language_fr: 'on' });
  expect(await spoken()).toEqual(['de', 'en', 'fr']);
  await send({ language_de: '', language_fr: '', language_en: '', locale: 'de-CH' });
  expect([await spoken(), await acts()]).toEqual([['de'], ['languages', 'locale, languages']]);
});

test('mails may come from domains that the operator allows, and from no others', async () => {
  const page = await send({ mail_from: 'news@example.org' });
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining('allows no mails')]);
  expect((await stored()).mailFrom).toBeNull();
});

test('the preview is the page with what was typed, and saves nothing', async () => {
  const before = await stored();
  const fields = { do: 'preview', name: 'Not yet', brand_color: '#116622', radius: '0', locale: 'de' };
  const page = await send(fields, { logo: svgImage() });
  expect(page.statusCode).toBe(200);
  const shown = preview(page);
  expect(shown).toContain('.116622.');
  expect(titleOf(shown)).toBe('Angebote – Not yet');
  expect(mainTextOf(shown)).toContain('Supporter');
  expect(attributeOf(tagsOf(shown, 'img')[0] ?? '', 'src')).toMatch(/^data:image\/svg\+xml;base64,/);
  expect([valueOn(page, 'name'), valueOn(page, 'brand_color')]).toEqual(['Not yet', '#116622']);
  expect([await stored(), await acts()]).toEqual([before, []]);
  expect(titleOf((await at.site.newBrowser().get('/offers')).body)).not.toContain('Not yet');
  const signIn = preview(await send({ do: 'preview', page: 'sign-in', name: 'Not yet' }));
  expect(titleOf(signIn)).toBe('Sign in – Not yet');
});

test('nothing in the preview can be used: no script, no form, no click, and no address of its own', async () => {
  const page = await at.owner.open(path);
  expect(attributeOf(tagsOf(page.body, 'iframe')[0] ?? '', 'sandbox')).toBe('');
  expect(preview(page)).toContain('<body inert>');
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; connect-src 'self'",
  );
  expect((await at.site.newBrowser().get('/offers')).body).toContain('<body>\n');
});

test.each([
  ['no name', { name: '' }, 'Enter a name'],
  ['a colour by its name', { brand_color: 'red' }, 'Enter # and six hex digits'],
  ['a font that is none', { font: 'comic' }, 'Choose a font'],
  ['corners of text', { radius: 'round' }, 'Enter a whole number from 0 to 16'],
  ['corners too round', { radius: '17' }, 'Enter a whole number from 0 to 16'],
  ['a language that is none', { locale: '-' }, 'Choose a language'],
  ['a time zone that is none', { time_zone: 'Mars/Base' }, 'Choose a time zone'],
  ['a website without https', { home_url: 'http://www.example.org' }, 'Enter an address with https://'],
  ['a link that runs a script', { terms_url: 'javascript:alert(1)' }, 'Enter an address with https://'],
  ['a link with a user name', { imprint_url: 'https://ada@example.org/' }, 'Enter an address with https://'],
  ['a contact that is no address', { contact_email: 'post' }, 'Enter an e-mail address'],
  ['a description of two lines', { description: 'x'.repeat(201) }, 'Use one line'],
  ['a sender of two lines', { sender_name: 'x'.repeat(101) }, 'Use one line'],
])('%s is refused beside its field, keeps what was typed, and changes nothing', async (_what, fields, message) => {
  const before = await stored();
  for (const button of [{}, { do: 'preview' }]) {
    const page = await send({ name: 'Typed', ...fields, ...button });
    expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
    for (const [name, value] of Object.entries({ name: 'Typed', ...fields }))
      expect([name, valueOn(page, name)]).toEqual([name, value === 'comic' ? 'editorial' : value]);
  }
  expect([await stored(), await acts()]).toEqual([before, []]);
});

test('two people who change different fields at once both have their way', async () => {
  const mine = await at.owner.open(path);
  await service().database.transaction((transaction) =>
    updatePublication(transaction, at.site.publication.id, { name: 'Theirs' }),
  );
  await at.owner.submit(mine, { radius: '2' }, path);
  expect(await stored()).toMatchObject({ name: 'Theirs', radius: 2 });
});

test('a form that changes nothing leaves no entry', async () => {
  expect(mainTextOf((await send({})).body)).toContain('Saved.');
  expect(await acts()).toEqual([]);
});

test('a logo is uploaded, shown to readers, and removed', async () => {
  await send({}, { logo: pngImage(), dark_logo: svgImage() });
  const { logo, darkLogo } = await stored();
  expect([logo, darkLogo]).toEqual([expect.stringMatching(/\.png$/), expect.stringMatching(/\.svg$/)]);
  const image = await at.site.newBrowser().get(`/assets/logos/${logo}`);
  expect([image.statusCode, image.rawPayload.equals(pngImage())]).toEqual([200, true]);
  expect(preview(await at.owner.open(path))).toContain('src="data:image/png;base64,');
  await send({ remove_logo: 'yes' });
  expect(await stored()).toMatchObject({ logo: null, darkLogo });
  expect(await acts()).toEqual(['logo, dark_logo', 'logo']);
});

test.each([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG with a script', svgImage('<script>alert(1)</script>')],
  ['an image of 66 KB', svgImage(`<!--${'x'.repeat(66_000)}-->`)],
  ['an image of 900 KB', svgImage(`<!--${'x'.repeat(900_000)}-->`)],
])('%s is no logo', async (_what, file) => {
  for (const button of [{}, { do: 'preview' }]) {
    const page = await send({ name: 'Typed', ...button }, { logo: file });
    expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining('Choose a PNG')]);
    expect([valueOn(page, 'name'), (await stored()).logo]).toEqual(['Typed', null]);
  }
});

test('a file of more than 1 MiB, a file in another field and a broken body are refused whole', async () => {
  const page = await at.owner.open(path);
  const refused = async (files: Record<string, Buffer>) => (await at.owner.upload(page, { files }, path)).statusCode;
  expect(await refused({ logo: Buffer.alloc(1_100_000) })).toBe(413);
  expect(await refused({ brochure: pngImage() })).toBe(400);
  expect(await refused({ name: pngImage() })).toBe(400);
  const sendBody = (body: string, type: string) =>
    at.owner.send('POST', path, body, { 'content-type': type, 'sec-fetch-site': 'same-origin' });
  expect((await sendBody('--x\r\n', 'multipart/form-data; boundary=x')).statusCode).toBe(400);
  expect((await sendBody('--x--\r\n', 'multipart/form-data')).statusCode).toBe(400);
  expect((await sendBody('{}', 'application/json')).statusCode).toBe(415);
});

test('a form without files takes no multipart body', async () => {
  const page = await at.owner.open(path);
  const answer = await at.owner.upload(page, { fields: { continue_host: 'a.example.org' } }, `${path}/continue-hosts`);
  expect(answer.statusCode).toBe(415);
});

test('the colour says in words how it is used', async () => {
  const noteFor = async (color: string) => mainTextOf((await send({ do: 'preview', brand_color: color })).body);
  expect(await noteFor('#1f4e79')).toMatch(/Easy to read as text: contrast 7\.\d:1\. Buttons have white text\./);
  expect(await noteFor('#ffcc00')).toMatch(/Too light for text, at a contrast of 1\.\d:1: .*Buttons have black text\./);
});

test('a host is added and removed, and anything else is refused beside its field', async () => {
  const add = async (host: string) =>
    at.owner.submit(await at.owner.open(path), { continue_host: host }, `${path}/continue-hosts`);
  const listed = (page: LightMyRequestResponse) => mainTextOf(page.body).includes('blog.example.org');
  expect(listed(await add('Blog.example.org'))).toBe(true);
  for (const bad of ['https://blog.example.org/', '*.example.org', ' ']) {
    const page = await add(bad);
    expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining('Enter one host')]);
    expect(page.body).toContain(`value="${bad}"`);
  }
  const remove = `${path}/continue-hosts/remove`;
  expect(listed(await at.owner.submit(await at.owner.open(path), { continue_host: 'blog.example.org' }, remove))).toBe(
    false,
  );
});

test('a viewer sees the settings and can change nothing', async () => {
  const viewer = await signedInStaff(service(), at.site.publication, 'viewer', `v@${at.site.publication.siteHost}`);
  const page = await viewer.open(path);
  expect(mainTextOf(page.body)).toContain('Only owners can change these settings.');
  expect(page.body).toContain('<fieldset class="plain" disabled>');
  const main = /<main[^]*<\/main>/.exec(page.body)?.[0] ?? '';
  expect(tagsOf(main, 'button')).toEqual([]);
});

test('the form shows what is saved, and the dashboard goes by the time zone of the publication', async () => {
  const fields = {
    name: 'N',
    locale: 'de-CH',
    time_zone: 'Asia/Tokyo',
    brand_color: '#123456',
    font: 'serif',
    radius: '4',
  };
  const page = await send(fields);
  expect(formsOf(page.body).find(({ action }) => action === path)?.fields).toMatchObject(fields);
  await at.owner.submit(await at.owner.open(`${at.base}/keys`), {}, `${at.base}/keys`);
  const now = service().clock.now().getTime();
  expect(mainTextOf((await at.owner.open(`${at.base}/keys`)).body)).toContain(formatMoment(now, 'en', 'Asia/Tokyo'));
});
