// What may be a logo is told by its content, and an SVG is taken only where it runs nothing and asks nobody for anything.
import { describe, expect, test } from 'vitest';
import { parseLogo } from '../../src/models/publication/logo-image.ts';
import { jpegImage, pngImage, svgImage, webpImage } from '../support/publications/images.ts';

describe('takes', () => {
  test.each([
    ['png', pngImage()],
    ['jpg', jpegImage],
    ['webp', webpImage],
    ['svg', svgImage()],
    [
      'svg',
      Buffer.concat([
        Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n'),
        svgImage(),
      ]),
    ],
    [
      'svg',
      Buffer.from(
        `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svgImage().toString()}`,
      ),
    ],
    [
      'svg',
      svgImage(
        '<defs><linearGradient id="a"><stop/></linearGradient></defs><style>.b{fill:url(#a)}</style><path class="b" style="fill:url(&quot;#a&quot;)" d="M0 0h9v9z"/>',
      ),
    ],
    ['svg', svgImage('<g id="a"/><use xlink:href="#a" href="#a"/>', 'xmlns:xlink="http://www.w3.org/1999/xlink"')],
    ['svg', svgImage('<image href="data:image/png;base64,AAAA" width="9" height="9"/>')],
    [
      'svg',
      svgImage(
        '<s:namedview pagecolor="#fff"/>',
        'xmlns:s="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" s:docname="logo.svg"',
      ),
    ],
  ])('a whole image: %s', (extension, image) => {
    expect(parseLogo('logo', image)).toBe(extension);
  });
});

describe('refuses', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>')],
    ['a page that looks like XML', Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['a PNG that is cut off', pngImage().subarray(0, -1)],
    ['a PNG with a page behind it', Buffer.concat([pngImage(), Buffer.from('<script>')])],
    ['a JPEG that is cut off', jpegImage.subarray(0, -1)],
    ['a WebP that is cut off', webpImage.subarray(0, -1)],
    ['an SVG that is cut off', svgImage().subarray(0, -1)],
    [
      'an SVG that is not UTF-8',
      Buffer.concat([svgImage().subarray(0, -6), Buffer.from([0xff]), Buffer.from('</svg>')]),
    ],
    ['an SVG in no namespace', Buffer.from('<svg><circle r="1"/></svg>')],
    ['an SVG with a script', svgImage('<script>alert(1)</script>')],
    [
      'an SVG with a script of another prefix',
      svgImage('<s:script>1</s:script>', 'xmlns:s="http://www.w3.org/2000/svg"'),
    ],
    ['an SVG with a script of HTML', svgImage('<h:script>1</h:script>', 'xmlns:h="http://www.w3.org/1999/xhtml"')],
    ['an SVG with a handler', svgImage('', 'onload="alert(1)"')],
    ['an SVG with a handler in capitals', svgImage('<g ONCLICK="alert(1)"/>')],
    ['an SVG with foreign content', svgImage('<foreignObject/>')],
    ['an SVG with a link', svgImage('<a href="#x"/>')],
    ['an SVG that animates an address', svgImage('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['an SVG that uses another file', svgImage('<use href="https://evil.example/a.svg#b"/>')],
    ['an SVG that uses a script address', svgImage('<use href="java&#10;script:alert(1)"/>')],
    ['an SVG in an SVG', svgImage('<image href="data:image/svg+xml;base64,AAAA"/>')],
    ['an SVG with a picture of another host', svgImage('<image href="//evil.example/a.png"/>')],
    ['an SVG whose style imports', svgImage('<style>@import "https://evil.example/a.css";</style>')],
    ['an SVG whose style fetches', svgImage('<style>circle{fill:url(https://evil.example/a#b)}</style>')],
    [
      'an SVG whose style fetches in CDATA',
      svgImage('<style><![CDATA[circle{fill:url( "//evil.example" )}]]></style>'),
    ],
    ['an SVG whose style hides what it does', svgImage('<style>circle{fill:u\\72l(//evil.example)}</style>')],
    ['an SVG whose attribute fetches', svgImage('<rect fill="url(//evil.example#a)"/>')],
    [
      'an SVG with a stylesheet of another host',
      Buffer.concat([Buffer.from('<?xml-stylesheet href="https://evil.example/a.css"?>'), svgImage()]),
    ],
    [
      'an SVG that declares entities',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svgImage('<text>&a;</text>').toString()}`),
    ],
  ])('%s', (_, image) => {
    expect(() => parseLogo('dark_logo', image)).toThrowError(
      expect.objectContaining({
        name: 'InvalidValue',
        field: 'dark_logo',
        message: expect.stringContaining('dark_logo'),
      }),
    );
  });

  test('what is too large, with its size', () => {
    const image = svgImage(`<!--${'x'.repeat(65_536)}-->`);
    expect(() => parseLogo('logo', image)).toThrow(`at most 65536 bytes; this one has ${image.length}`);
  });
});
