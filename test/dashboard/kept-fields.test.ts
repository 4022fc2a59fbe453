// What was typed into a form that asks for a fresh proof first is on the page that the proof leads back to.
import { expect, test } from 'vitest';
import { formsOf, headingOf } from '../support/browser/html.ts';
import { DASHBOARD } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';
import { filled, givenOwner } from './rows/row.ts';
import { ROWS } from './rows/rows.ts';

const service = useService(DASHBOARD);

const WEBSITE = {
  name: 'Blog & Shop',
  redirect_uris: 'https://blog.example.org/a\nhttps://blog.example.org/b',
  post_logout_redirect_uri: 'https://blog.example.org/',
  redirect_uri_exact: '',
  require_pkce: 'on',
};

test.each([
  ['/keys', { name: 'Export', scope: 'read' }],
  ['/staff', { email: 'colleague@example.org', role: 'viewer' }],
  ['/new-application', WEBSITE],
  ['/applications/:application/settings', WEBSITE],
  ['/new-endpoint', { url: 'https://hooks.example.org/in', which: 'chosen', 'type-customer.created': 'on' }],
  ['/endpoints/:endpoint', { url: 'https://hooks.example.org/in', which: 'chosen', 'type-customer.created': 'on' }],
])('%s shows again what was typed before a fresh proof', async (path, typed) => {
  const given = await givenOwner(service());
  const { owner, site } = given;
  const page = given.base + filled(path, (await ROWS[path]?.params?.(given)) ?? {});
  const open = await owner.open(page);
  service().clock.advance(16 * 60);
  const asked = await owner.submit(open, typed, page);
  expect(headingOf(asked.body)).toBe('Confirm that it is you');
  const codePage = await owner.submit(asked, {}, '/dashboard/prove');
  const form = formsOf(codePage.body)[0];
  const code = await owner.newestCode(`owner@${site.publication.siteHost}`);
  const back = await owner.follow(await owner.post(form?.action ?? '', { ...form?.fields, code }));
  const shown = formsOf(back.body).find(({ action }) => action === page)?.fields ?? {};
  // A checkbox that is off is not among the fields.
  const expected = Object.entries(typed).filter(([, value]) => value !== '');
  expect(shown).toMatchObject(Object.fromEntries(expected));
  expect(Object.keys(typed).filter((name) => shown[name] === undefined)).toEqual(
    Object.entries(typed).flatMap(([name, value]) => (value === '' ? [name] : [])),
  );
});
