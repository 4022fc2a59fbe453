// Which SVG is accepted: a still picture that runs no script and fetches nothing. Anything else is refused rather than
// sanitized, so that a publisher's logo appears as drawn or not at all. Browsers restrict an SVG in <img> alike; this
// check also covers one that is opened by itself.
import { SaxesParser, type SaxesAttributeNS } from 'saxes';
import { InvalidValue } from '../errors.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * The elements of SVG 2 without scripts, links, animation, foreign content and sound. Filter primitives (fe…) are
 * accepted, too.
 */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath image style
  linearGradient radialGradient stop pattern clipPath mask marker filter switch`.split(/\s+/),
);
const OWN_REFERENCE = /^\s*(?:#|data:image\/(?:png|jpeg|webp);base64,)/;
/** CSS that fetches, and escapes that could hide it. */
const FETCHING_CSS = /\\|@import|(?:image|image-set|src)\(|url\((?!\s*["']?\s*#)/i;

/** Throws InvalidValue naming `field`. */
export function checkHarmlessSvg(field: string, text: string): void {
  const refuse = (why: string): never => {
    throw new InvalidValue(field, `${field} is not taken: ${why}`);
  };
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let hasSvg = false;
  parser.on('error', (error) => refuse(`it is no well-formed SVG (${error.message})`));
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuse('it declares entities');
  });
  parser.on('processinginstruction', ({ target }) => refuse(`it has an instruction for ${target}`));
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (depth === 0) hasSvg = uri === SVG && local === 'svg';
    depth += 1;
    if (uri === XHTML || uri === '' || (uri === SVG && !isKnown(local))) refuse(`it has the element ${local}`);
    for (const attribute of Object.values(attributes)) checkAttribute(attribute, refuse);
  });
  parser.on(
    'text',
    (content) => FETCHING_CSS.test(content) && refuse('its style fetches something, or hides what it does'),
  );
  parser.on(
    'cdata',
    (content) => FETCHING_CSS.test(content) && refuse('its style fetches something, or hides what it does'),
  );
  parser.write(text).close();
  if (!hasSvg) refuse(`it has no svg element of the namespace ${SVG}`);
}

function isKnown(element: string): boolean {
  return ELEMENTS.has(element) || /^fe[A-Z]/.test(element);
}

function checkAttribute({ local, value }: SaxesAttributeNS, refuse: (why: string) => never): void {
  if (/^on/i.test(local)) refuse(`it has the attribute ${local}`);
  if (/^(?:href|src)$/i.test(local) && !OWN_REFERENCE.test(value)) refuse(`its ${local} leads elsewhere`);
  if (local !== 'xmlns' && FETCHING_CSS.test(value)) refuse(`its ${local} fetches something, or hides what it does`);
}
