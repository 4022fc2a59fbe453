// The page of the signing keys: the PEM block of each key that may have signed, and what a rotation asks of a website.
import { expect, test } from 'vitest';
import { rotateSigningKey } from '../../../src/tokens/signing-keys.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { givenSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

test('each key stands there before, during and after a rotation, with its block and its times', async () => {
  const { publication } = await givenSite(service());
  const owner = await signedInStaff(service(), publication, 'owner');
  const show = async () => mainTextOf((await owner.open(`/dashboard/${publication.id}/signing-keys`)).body);
  const served = async () =>
    (await service().app.inject({ url: '/.well-known/signing-keys.pem', headers: { host: publication.siteHost } }))
      .body;
  const blocks = (text: string) => text.match(/-----BEGIN PUBLIC KEY----- .*? -----END PUBLIC KEY-----/g) ?? [];
  const before = await show();
  const { kid } = await service().signingKeys.current();
  for (const one of ['None is planned', 'The key that signs now', kid, 'RS256']) expect(before).toContain(one);
  expect(blocks(before)).toHaveLength(1);
  const next = await rotateSigningKey(service().database, service().secretKeys, service().clock, 'planned');
  service().clock.advance(61);
  const during = await show();
  expect(during).toMatch(/The next key signs from .* Until then/);
  expect(during.indexOf(kid)).toBeLessThan(during.indexOf(next.kid));
  expect(blocks(during)).toEqual([blocks(before)[0], next.pem.replaceAll(/\s+/g, ' ').trim()]);
  expect(blocks((await served()).replaceAll(/\s+/g, ' '))).toEqual(blocks(during));
  service().clock.advance(24 * 3600);
  const after = await show();
  expect(blocks(after)).toEqual(blocks(during).toReversed());
  expect(after).toContain('A former key');
  service().clock.advance(24 * 3600);
  expect(blocks(await show())).toEqual([blocks(during)[1]]);
});
