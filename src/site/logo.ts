// A publication's logo, from its own host. Its address names its content, so it may be kept for ever. It is a picture on pages and nothing else:
// opened by itself it is saved, and could run nothing.
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LOGO_MEDIA_TYPES } from '../models/publication/logo-image.ts';
import { findLogo } from '../models/publication/logo.ts';
import type { Service } from '../service.ts';
import { findPublicationOf } from './publication.ts';

/** An SVG may style itself. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
const MEDIA_TYPES: Readonly<Record<string, string>> = LOGO_MEDIA_TYPES;

export function registerLogo(app: FastifyInstance, service: Service): void {
  app.get<{ Params: { file: string } }>('/assets/logos/:file', async (request, reply) => {
    const { file } = request.params;
    const publication = await findPublicationOf(service, request);
    const image = publication && (await findLogo(publication, service.database, file));
    if (image === undefined) return reply.callNotFound();
    const headers = {
      'content-type': MEDIA_TYPES[extname(file).slice(1)] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="logo${extname(file)}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    };
    return reply.headers(headers).send(image);
  });
}
