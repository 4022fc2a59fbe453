// Serves a publication's logo from the publication's own host. The URL contains a hash of the content, so it is cached
// for ever. Opened by itself the file is downloaded, and its scripts cannot run.
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LOGO_MEDIA_TYPES } from '../models/publication/logo-image.ts';
import { findLogo } from '../models/publication/logo.ts';
import type { Service } from '../service.ts';
import { findPublicationOf } from './publication.ts';

/** Inline styles are allowed, for SVG. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
/** Others are not asked for: PostgreSQL would take a NUL among them for a fault. */
const FILE_NAME = /^[0-9a-f]{16}\.[a-z]+$/;
const MEDIA_TYPES: Readonly<Record<string, string>> = LOGO_MEDIA_TYPES;

export function registerLogo(app: FastifyInstance, service: Service): void {
  app.get<{ Params: { file: string } }>('/assets/logos/:file', async (request, reply) => {
    const { file } = request.params;
    const publication = await findPublicationOf(service, request);
    const image = publication && FILE_NAME.test(file) ? await findLogo(publication, service.database, file) : undefined;
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
