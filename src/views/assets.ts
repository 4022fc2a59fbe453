// Serves stylesheets and icons under paths that contain a hash of their content, so that browsers cache them for ever.
// No page loads anything from another host.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DEFAULT_LOOK, FONTS, isFontName, isRadius, type Look } from '../models/publication/look.ts';
import { brandIcon, brandStylesheet } from './brand.ts';

/** Our choice: the look of pages that belong to no publication. */
const NEUTRAL_LOOK: Look = { ...DEFAULT_LOOK, brandColor: '#3d4451' };
const COLOR = /^[0-9a-f]{6}$/;
const RADIUS = /^(?:0|[1-9]\d?)$/;

const STYLESHEETS = { masthead: openAsset('masthead', 'css'), dashboard: openAsset('dashboard', 'css') };
const SCRIPTS = { preview: openAsset('preview', 'js') };
// The fingerprint changes whenever the code that derives stylesheets and icons from looks changes.
const derivation = fingerprint(
  FONTS.map((font) => brandStylesheet({ ...NEUTRAL_LOOK, font })).join('') + brandIcon(NEUTRAL_LOOK.brandColor),
);

export interface AssetPaths {
  readonly stylesheets: readonly string[];
  readonly icon: string;
}

/**
 * The paths for a look; the neutral one where no publication is known.
 * @param extra a stylesheet beside those of every site
 */
export function assetPathsOf(
  look: Pick<Look, 'brandColor' | 'font' | 'radius'> = NEUTRAL_LOOK,
  extra?: keyof typeof STYLESHEETS,
): AssetPaths {
  const color = look.brandColor.slice(1);
  const brand = `/assets/brand.${derivation}.${color}.${look.font}.${look.radius}.css`;
  return {
    stylesheets: [STYLESHEETS.masthead.path, brand, ...(extra === undefined ? [] : [STYLESHEETS[extra].path])],
    icon: `/assets/icon.${derivation}.${color}.svg`,
  };
}

/** The path of a script, which a page's policy has to allow. */
export function scriptPath(name: keyof typeof SCRIPTS): string {
  return SCRIPTS[name].path;
}

export function registerAssets(app: FastifyInstance): void {
  for (const { path, text } of Object.values(STYLESHEETS))
    app.get(path, (_request, reply) => sendImmutable(reply, 'text/css', text));
  for (const { path, text } of Object.values(SCRIPTS))
    app.get(path, (_request, reply) => sendImmutable(reply, 'text/javascript', text));
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

function sendImmutable(reply: FastifyReply, mediaType: string, body: string): FastifyReply {
  const headers = {
    'content-type': `${mediaType}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
  return reply.headers(headers).send(body);
}

/** The indentation is removed to save bytes. */
function openAsset(name: string, extension: 'css' | 'js'): { readonly path: string; readonly text: string } {
  const file = fileURLToPath(new URL(`../../templates/assets/${name}.${extension}`, import.meta.url));
  const text = readFileSync(file, 'utf8').replaceAll(/\n\s+/g, '\n');
  return { path: `/assets/${name}.${fingerprint(text)}.${extension}`, text };
}

function fingerprint(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 10);
}
