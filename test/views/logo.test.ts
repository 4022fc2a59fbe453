// A publication's logo: on its own pages alone, from its own host, kept for ever under an address that names its content, and never run.
import { expect, test } from 'vitest';
import { setLogos } from '../../src/models/publication/logo.ts';
import { attributeOf, tagsOf } from '../support/browser/html.ts';
import { pngImage, svgImage, webpImage } from '../support/publications/images.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function givenLogos(
  { publication }: TestSite,
  logos: { logo?: Buffer | null; darkLogo?: Buffer | null },
): Promise<void> {
  Object.assign(
    publication,
    await service().database.transaction((transaction) =>
      setLogos(publication, transaction, { logo: undefined, darkLogo: undefined, ...logos }),
    ),
  );
}

async function imagesOf(
  site: TestSite,
): Promise<{ src: string | undefined; alt: string | undefined; dark: string | undefined }> {
  const { body } = await site.newBrowser().open('/offers');
  const [image] = tagsOf(body, 'img');
  const [source] = tagsOf(body, 'source');
  return {
    src: image && attributeOf(image, 'src'),
    alt: image && attributeOf(image, 'alt'),
    dark: source && attributeOf(source, 'srcset'),
  };
}

test('stands where the name was, with the name as its text', async () => {
  const site = await givenSite(service());
  expect(await imagesOf(site)).toEqual({ src: undefined, alt: undefined, dark: undefined });
  await givenLogos(site, { logo: svgImage(), darkLogo: pngImage() });
  expect(await imagesOf(site)).toEqual({
    src: expect.stringMatching(/^\/assets\/logos\/[0-9a-f]{16}\.svg$/),
    alt: 'The Weekly Test',
    dark: expect.stringMatching(/^\/assets\/logos\/[0-9a-f]{16}\.png$/),
  });
});

test.each([
  ['image/svg+xml', svgImage()],
  ['image/png', pngImage()],
  ['image/webp', webpImage],
])('%s is served as it was uploaded, for ever, and saved where it is opened by itself', async (mediaType, image) => {
  const site = await givenSite(service());
  await givenLogos(site, { logo: image });
  const answer = await site.newBrowser().get((await imagesOf(site)).src ?? '');
  expect([answer.statusCode, answer.rawPayload.equals(image)]).toEqual([200, true]);
  expect(answer.headers).toMatchObject({
    'content-type': mediaType,
    'content-disposition': expect.stringMatching(/^attachment/),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('another one has another address, and the former one is gone', async () => {
  const site = await givenSite(service());
  await givenLogos(site, { logo: svgImage() });
  const { src: former = '' } = await imagesOf(site);
  await givenLogos(site, { logo: pngImage() });
  const { src = '' } = await imagesOf(site);
  expect(src).not.toBe(former);
  const browser = site.newBrowser();
  expect([(await browser.get(src)).statusCode, (await browser.get(former)).statusCode]).toEqual([200, 404]);
});

test('the same image for light and dark is kept once, and one of them may go', async () => {
  const site = await givenSite(service());
  await givenLogos(site, { logo: pngImage(), darkLogo: pngImage() });
  const { src, dark } = await imagesOf(site);
  expect(src).toBe(dark);
  await givenLogos(site, { darkLogo: null });
  expect(await imagesOf(site)).toEqual({ src, alt: 'The Weekly Test', dark: undefined });
  expect((await site.newBrowser().get(src ?? '')).statusCode).toBe(200);
  await givenLogos(site, { logo: null });
  expect((await imagesOf(site)).src).toBeUndefined();
});

test('is not there on the host of another publication, nor on none', async () => {
  const site = await givenSite(service());
  await givenLogos(site, { logo: svgImage() });
  const { src = '' } = await imagesOf(site);
  expect((await (await givenSite(service())).newBrowser().get(src)).statusCode).toBe(404);
  expect((await service().app.inject({ url: src, headers: { host: 'nowhere.example' } })).statusCode).toBe(404);
});

test('a harmful one changes nothing', async () => {
  const site = await givenSite(service());
  await givenLogos(site, { logo: svgImage() });
  const before = await imagesOf(site);
  await expect(givenLogos(site, { logo: pngImage(), darkLogo: svgImage('<script/>') })).rejects.toThrow(
    'dark_logo is not taken: it has the element script',
  );
  expect(await imagesOf(site)).toEqual(before);
});
