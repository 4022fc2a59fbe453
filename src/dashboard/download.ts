// Sends a file of the dashboard to be kept by the browser.
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { pageHeaders } from '../views/render.ts';

/**
 * @param file its name: ASCII letters, digits, points and hyphens
 * @param content a stream is sent as it comes; when it fails, the download breaks off
 */
export function sendFile(
  reply: FastifyReply,
  file: { readonly name: string; readonly mediaType: string },
  content: string | Readable,
): FastifyReply {
  return reply
    .headers({
      ...pageHeaders(),
      'content-type': file.mediaType,
      'content-disposition': `attachment; filename="${file.name}"`,
      // No other site may embed it, as an image or a script.
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(content);
}
