// Stylesheets and icon: our own files under paths that name their content, so that browsers may keep them for ever. No page asks
// another host for anything.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PublicationRow } from '../models/publication.ts';
import { brandIcon, brandStylesheet } from './brand.ts';

/** Our choice: of pages that belong to no publication. */
const NEUTRAL_COLOR = '#3d4451';
const COLOR = /^[0-9a-f]{6}$/;

const stylesheet = readFileSync(fileURLToPath(new URL('../../templates/assets/masthead.css', import.meta.url)), 'utf8');
const stylesheetPath = `/assets/masthead.${fingerprint(stylesheet)}.css`;
// All colours are derived by the same code, so one colour's fingerprint tells whether that code has changed.
const derivation = fingerprint(brandStylesheet(NEUTRAL_COLOR) + brandIcon(NEUTRAL_COLOR));

export interface AssetPaths {
  readonly stylesheets: readonly string[];
  readonly icon: string;
}

/** The neutral look where no publication is known. */
export function assetPathsOf(publication: Pick<PublicationRow, 'brandColor'> | undefined): AssetPaths {
  const color = (publication?.brandColor ?? NEUTRAL_COLOR).slice(1);
  return { stylesheets: [stylesheetPath, `/assets/brand.${derivation}.${color}.css`], icon: `/assets/icon.${derivation}.${color}.svg` };
}

export function registerAssets(app: FastifyInstance): void {
  app.get(stylesheetPath, (_request, reply) => sendForEver(reply, 'text/css', stylesheet));
  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
    const [kind, version, color = '', extension] = request.params.file.split('.');
    if (version !== derivation || !COLOR.test(color)) return reply.callNotFound();
    if (kind === 'brand' && extension === 'css') return sendForEver(reply, 'text/css', brandStylesheet(`#${color}`));
    if (kind === 'icon' && extension === 'svg') return sendForEver(reply, 'image/svg+xml', brandIcon(`#${color}`));
    return reply.callNotFound();
  });
}

function sendForEver(reply: FastifyReply, mediaType: string, body: string): FastifyReply {
  const headers = {
    'content-type': `${mediaType}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
  return reply.headers(headers).send(body);
}

function fingerprint(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 10);
}
