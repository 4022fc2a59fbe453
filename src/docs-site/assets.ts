// Serves the stylesheet, scripts and pictures of the documentation, and Scalar from vendor/scalar/, under paths that contain a
// hash of their content, so that browsers cache them for ever.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findImage, IMAGES_PATH } from './images.ts';
import { DOCS_PATH } from './paths.ts';

interface OwnFile {
  readonly path: string;
  readonly mediaType: string;
  readonly body: string;
}

const SCALAR = fileURLToPath(new URL('../../vendor/scalar/standalone.js.br', import.meta.url));
const SCALAR_SOURCE = new URL('../../vendor/scalar/source.json', import.meta.url);

const stylesheet = readAsset('docs.css', 'text/css');
const script = readAsset('docs.js', 'text/javascript');
const referenceScript = readAsset('reference.js', 'text/javascript');
// source.json pins the version and hash of the package, so the large file itself need not be hashed.
const scalarPath = `${DOCS_PATH}/assets/scalar.${fingerprint(readFileSync(SCALAR_SOURCE, 'utf8'))}.js`;

export const ASSET_PATHS = {
  stylesheet: stylesheet.path,
  script: script.path,
  referenceScript: referenceScript.path,
  scalar: scalarPath,
} as const;

/** @param showMissing answers a path at which no picture is */
export function registerAssets(app: FastifyInstance, showMissing: (reply: FastifyReply) => FastifyReply): void {
  for (const { path, mediaType, body } of [stylesheet, script, referenceScript])
    app.get(path, (_request, reply) => sendImmutable(reply, mediaType).send(body));
  app.get(scalarPath, async (request, reply) => sendScalar(request, reply));
  app.get<{ Params: { name: string } }>(`${IMAGES_PATH}/:name`, (request, reply) => {
    const image = findImage(request.params.name);
    return image === undefined ? showMissing(reply) : sendImmutable(reply, 'image/png').send(image.body);
  });
}

/** Sends the file with the Brotli encoding that it has on disk; decompressed to clients that do not accept Brotli. */
async function sendScalar(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  sendImmutable(reply, 'text/javascript').header('vary', 'accept-encoding');
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers['accept-encoding'] ?? ''))
    return reply.header('content-encoding', 'br').send(await readFile(SCALAR));
  return reply.send(await decompressedScalar());
}

let decompressed: Promise<Buffer> | undefined;

/** Decompressed once, for the first client that needs it, and kept: anybody may ask for it as often as they like. */
function decompressedScalar(): Promise<Buffer> {
  decompressed ??= readFile(SCALAR).then(promisify(brotliDecompress));
  decompressed.catch(() => (decompressed = undefined));
  return decompressed;
}

function sendImmutable(reply: FastifyReply, mediaType: string): FastifyReply {
  return reply.headers({
    'content-type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
}

function readAsset(name: string, mediaType: string): OwnFile {
  const body = readFileSync(fileURLToPath(new URL(`../../templates/assets/${name}`, import.meta.url)), 'utf8');
  const [stem, extension] = name.split('.');
  return { path: `${DOCS_PATH}/assets/${stem}.${fingerprint(body)}.${extension}`, mediaType, body };
}

function fingerprint(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 10);
}
