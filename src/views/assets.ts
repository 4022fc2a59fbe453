// Serves stylesheets, fonts, scripts and icons under paths that contain a hash of their content, so that browsers cache them for ever.
// No page loads anything from another host.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DEFAULT_LOOK, FONTS, isFontName, isRadius, type Look } from '../models/publication/look.ts';
import { brandIcon, brandStylesheet } from './brand.ts';
import { pathOfFont, SHIPPED_FONT_FILES } from './font-files.ts';
import { shippedFontsOf } from './fonts.ts';

/** Our choice: the look of pages that belong to no publication. */
const NEUTRAL_LOOK: Look = { ...DEFAULT_LOOK, brandColor: '#3d4451' };
/** The frame of a preview has an origin of its own, and browsers load fonts of another origin by CORS alone. */
const FROM_ANYWHERE = { 'access-control-allow-origin': '*' };
const COLOR = /^[0-9a-f]{6}$/;
const RADIUS = /^(?:0|[1-9]\d?)$/;

/** The font of the dashboard, by the names in its stylesheet. */
const FONT_FILES = ['latin', 'latin-ext'].map((subset) => openFont(subset));
const STYLESHEETS = { masthead: openStylesheet('masthead'), dashboard: openStylesheet('dashboard') };
const SCRIPTS = { dashboard: openScript('dashboard'), passkey: openScript('passkey'), preview: openScript('preview') };
// The fingerprint changes whenever the code that derives stylesheets and icons from looks changes.
const derivation = fingerprint(
  FONTS.map((font) => brandStylesheet({ ...NEUTRAL_LOOK, font })).join('') + brandIcon(NEUTRAL_LOOK.brandColor),
);

export interface AssetPaths {
  readonly stylesheets: readonly string[];
  readonly scripts: readonly string[];
  readonly icon: string;
  /** The fonts that the page shows at once. */
  readonly fonts: readonly string[];
}

/** A script in templates/assets/, for the few pages that cannot do their work without one. */
export type ScriptName = keyof typeof SCRIPTS;

export function scriptPathOf(name: ScriptName): string {
  return SCRIPTS[name].path;
}

/**
 * The paths for a look; the neutral one where no publication is known.
 * @param extra of a kind of site that has a stylesheet and a script of its own
 */
export function assetPathsOf(
  look: Pick<Look, 'brandColor' | 'font' | 'radius'> = NEUTRAL_LOOK,
  extra?: 'dashboard',
): AssetPaths {
  const color = look.brandColor.slice(1);
  const brand = `/assets/brand.${derivation}.${color}.${look.font}.${look.radius}.css`;
  return {
    stylesheets: [STYLESHEETS.masthead.path, brand, ...(extra === undefined ? [] : [STYLESHEETS[extra].path])],
    scripts: extra === undefined ? [] : [SCRIPTS[extra].path],
    icon: `/assets/icon.${derivation}.${color}.svg`,
    fonts: shippedFontsOf(look.font).map(pathOfFont),
  };
}

export function registerAssets(app: FastifyInstance): void {
  for (const { path, text } of Object.values(STYLESHEETS))
    app.get(path, (_request, reply) => sendImmutable(reply, 'text/css', text));
  for (const { path, text } of Object.values(SCRIPTS))
    app.get(path, (_request, reply) => sendImmutable(reply, 'text/javascript', text));
  for (const { path, bytes } of [...FONT_FILES, ...SHIPPED_FONT_FILES])
    app.get(path, (_request, reply) => sendImmutable(reply.headers(FROM_ANYWHERE), 'font/woff2', bytes));
  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
    const [kind, version, color = '', ...rest] = request.params.file.split('.');
    if (version !== derivation || !COLOR.test(color)) return reply.callNotFound();
    if (kind === 'icon' && rest.join('.') === 'svg')
      return sendImmutable(reply, 'image/svg+xml', brandIcon(`#${color}`));
    const look = kind === 'brand' ? toLook(`#${color}`, rest) : undefined;
    return look === undefined ? reply.callNotFound() : sendImmutable(reply, 'text/css', brandStylesheet(look));
  });
}

/** Undefined for a path that no page links to. */
function toLook(
  brandColor: string,
  [font = '', radius = '', ...extension]: readonly string[],
): Pick<Look, 'brandColor' | 'font' | 'radius'> | undefined {
  const isNamed = isFontName(font) && RADIUS.test(radius) && isRadius(Number(radius)) && extension.join('.') === 'css';
  return isNamed ? { brandColor, font, radius: Number(radius) } : undefined;
}

function sendImmutable(reply: FastifyReply, mediaType: string, body: string | Buffer): FastifyReply {
  const headers = {
    'content-type': typeof body === 'string' ? `${mediaType}; charset=utf-8` : mediaType,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
  return reply.headers(headers).send(body);
}

/** Comments, and spaces that no value needs, are removed to save bytes. */
function openStylesheet(name: string): { readonly path: string; readonly text: string } {
  const text = FONT_FILES.reduce(
    (stylesheet, font) => stylesheet.replace(font.name, font.path),
    shortened(readAsset(`${name}.css`)),
  );
  return { path: `/assets/${name}.${fingerprint(text)}.css`, text };
}

/** A space stays where it joins selectors, parts of a value, or terms of a sum. */
function shortened(stylesheet: string): string {
  return stylesheet
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/: /g, ':')
    .replaceAll(/ ?([{},;>]) ?/g, '$1')
    .replaceAll(/;\}/g, '}')
    .replaceAll(/(?<![\d.])0\./g, '.')
    .trim();
}

function openScript(name: string): { readonly path: string; readonly text: string } {
  const text = readAsset(`${name}.js`);
  return { path: `/assets/${name}.${fingerprint(text)}.js`, text };
}

function openFont(subset: string): { readonly name: string; readonly path: string; readonly bytes: Buffer } {
  const file = import.meta.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
  const bytes = readFileSync(fileURLToPath(file));
  return { name: `inter-${subset}.woff2`, path: `/assets/inter-${subset}.${fingerprint(bytes)}.woff2`, bytes };
}

function readAsset(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../templates/assets/${name}`, import.meta.url)), 'utf8');
}

function fingerprint(content: string | Buffer): string {
  return hash('sha256', content, 'hex').slice(0, 10);
}
