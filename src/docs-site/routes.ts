// Registers the documentation at /docs on the host of the API: guides, the reference page, and the contract for tools.
// The pages are the same for everybody. The browser fills in the reader's own test key from the URL fragment, which is
// never sent to the server.
import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseMethodsBut } from '../http/methods.ts';
import type { Service } from '../service.ts';
import { registerAssets } from './assets.ts';
import { Contract, DOCUMENTS, FORMATS, type ContractText } from './contract.ts';
import { listErrorCodes, searchErrorCodes, withoutErrorCodes } from './error-codes.ts';
import { Guides } from './guides.ts';
import {
  DOCS_PATH,
  ERRORS_GUIDE,
  FIRST_GUIDE,
  GUIDES,
  isGuideName,
  pathOf,
  REFERENCE_PATH,
  type GuideName,
} from './paths.ts';
import { contractPath, Views } from './views.ts';

const QUERY_MAX_LENGTH = 100;
interface DocsSite {
  readonly guides: Guides;
  readonly contract: Contract;
  readonly views: Views;
}

const ALLOWED = ['GET', 'HEAD', 'OPTIONS'];

export async function registerDocsSite(app: FastifyInstance, { config }: Pick<Service, 'config'>): Promise<void> {
  const about = GUIDES.flatMap(({ name, title, about: operationIds }) =>
    operationIds.map((id) => [id, { path: pathOf(name), title }] as const),
  );
  const contract = new Contract(config, Object.fromEntries(about));
  const guides = new Guides(config, contract);
  const views = new Views(config, contract.version);
  const site = { guides, contract, views };
  await app.register(async (scope) => {
    registerAssets(scope, (reply) => showNotFound(views, reply));
    registerContract(scope, contract);
    scope.get(REFERENCE_PATH, (_request, reply) => showReference(views, reply));
    scope.get(DOCS_PATH, (request, reply) => showGuide(site, FIRST_GUIDE, request, reply));
    scope.get<{ Params: { name: string } }>(`${DOCS_PATH}/guides/:name`, async (request, reply) => {
      const { name } = request.params;
      return isGuideName(name) && name !== FIRST_GUIDE
        ? showGuide(site, name, request, reply)
        : showNotFound(views, reply);
    });
    scope.get(`${DOCS_PATH}/*`, (_request, reply) => showNotFound(views, reply));
    registerRefusal(scope, views);
  });
}

async function showGuide(
  { guides, contract, views }: DocsSite,
  name: GuideName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = await guides.get(name);
  if (name !== ERRORS_GUIDE)
    return sendConditional(request, reply, views.guide(name, text, undefined), views.headers());
  const query = (new URLSearchParams((request.raw.url ?? '').split('?')[1]).get('q') ?? '')
    .trim()
    .slice(0, QUERY_MAX_LENGTH);
  const all = listErrorCodes(text, contract.errorCodes());
  const search = { action: pathOf(name), query, total: all.length, codes: searchErrorCodes(all, query) };
  return sendConditional(request, reply, views.guide(name, withoutErrorCodes(text), search), views.headers());
}

/**
 * Scalar runs with a nonce and without eval. It sets `style` attributes, which no nonce can allow, and its editors add
 * style sheets: this page alone allows inline styles. Scripts and requests are restricted to this host.
 */
function showReference(views: Views, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    `script-src 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "connect-src 'self'",
  ];
  return reply.headers({ ...views.headers(policy), 'cache-control': 'no-store' }).send(views.reference(nonce));
}

function registerContract(app: FastifyInstance, contract: Contract): void {
  for (const name of DOCUMENTS) {
    for (const format of FORMATS) {
      app.get(contractPath(contract.version, name, format), async (request, reply) =>
        sendContract(await contract.text(name, format), request, reply),
      );
    }
  }
}

/** Tools of any origin may read the contract (CORS): it is public, and the answer depends on no credential. */
function sendContract({ body, mediaType }: ContractText, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendConditional(request, reply, body, {
    'content-type': `${mediaType}; charset=utf-8`,
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
}

function sendConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const etag = `"${hash('sha256', body, 'hex').slice(0, 32)}"`;
  reply.headers({ ...headers, etag });
  const known = new Set(
    (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')),
  );
  return known.has(etag) || known.has('*') ? reply.code(304).send('') : reply.send(body);
}

function showNotFound(views: Views, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers(views.headers())
    .send(views.errorPage('There is no such page', 'Nothing of the documentation is at this address.'));
}

function registerRefusal(app: FastifyInstance, views: Views): void {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .code(405)
      .headers({ ...views.headers(), allow: ALLOWED.join(', ') })
      .send(views.errorPage('This page is only for reading', `It takes ${ALLOWED.join(', ')}.`));
  for (const url of [DOCS_PATH, `${DOCS_PATH}/*`]) {
    refuseMethodsBut(app, { url, allowed: ALLOWED, taken: [], refuse });
    // A simple GET needs no preflight; one is answered nevertheless.
    app.options(url, (_request, reply) =>
      reply
        .code(204)
        .headers({
          allow: ALLOWED.join(', '),
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': 'If-None-Match',
        })
        .send(),
    );
  }
}
