// Renders the templates of templates/ with typed data, and sets the headers of every page (sign-in rules A38). The
// engine escapes all values; only included templates are not escaped.
import { fileURLToPath } from 'node:url';
import { fastifyView } from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { frameOf, type Brand } from './frame.ts';
import { languageOf, type Language } from './language.ts';
import type { Frame, TemplateName, Templates } from './templates.ts';
import type { Translate } from './text.ts';

const views = fileURLToPath(new URL('../../templates', import.meta.url));
/** Every template gets its texts by `t`. */
const eta = new Eta({ views, cache: true, rmWhitespace: true, functionHeader: 'const { t } = it;' });

export interface PageOptions {
  readonly status?: number;
  /** Set-Cookie header values. */
  readonly cookies?: readonly string[];
  /** Sources, beside this site, to which a form of the page may redirect. */
  readonly formActionOrigins?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders a whole page; `brand` is undefined where the site is not known. */
export function renderHtml<Name extends TemplateName>(
  brand: Brand | undefined,
  language: Language,
  template: Name,
  data: Templates[Name],
): string {
  return eta.render(template, framed(brand, language, data));
}

/**
 * The headers of a page. Browsers apply `form-action` to every redirect after a form, so the final origin must be
 * listed.
 */
export function pageHeaders(
  _site: Pick<Brand, 'siteUrl'> | undefined,
  { formActionOrigins = [] }: Pick<PageOptions, 'formActionOrigins'> = {},
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["form-action 'self'", ...formActionOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

/** Registers the template engine, which `showPage` needs. */
export async function registerViews(app: FastifyInstance): Promise<void> {
  await app.register(fastifyView, { engine: { eta }, templates: views, production: true });
}

/** Sends a page in the language of the request. */
export function showPage<Name extends TemplateName>(
  reply: FastifyReply,
  brand: Brand,
  template: Name,
  data: Templates[Name],
  options: PageOptions = {},
): FastifyReply {
  const headers = { ...pageHeaders(brand, options), ...options.headers, ...cookieHeader(options.cookies) };
  return reply
    .code(options.status ?? 200)
    .headers(headers)
    .view(template, framed(brand, languageOf(brand, reply.request.headers), data));
}

/** Redirects with 303, so that the browser follows by GET (sign-in rules A37). */
export function redirectTo(
  reply: FastifyReply,
  site: Pick<Brand, 'siteUrl'>,
  location: string,
  cookies: readonly string[] = [],
): FastifyReply {
  return reply
    .code(303)
    .headers({ ...pageHeaders(site), location, ...cookieHeader(cookies) })
    .send('');
}

function framed<Data extends object>(
  brand: Brand | undefined,
  language: Language,
  data: Data,
): Data & { frame: Frame; t: Translate } {
  return { ...data, frame: frameOf(brand, language), t: language.t };
}

function cookieHeader(cookies: readonly string[] = []): Record<string, string[]> {
  return cookies.length === 0 ? {} : { 'set-cookie': [...cookies] };
}
