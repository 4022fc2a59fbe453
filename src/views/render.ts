// Renders the templates of templates/ with typed data, and sets the headers of every page (sign-in rules A38). The
// engine escapes all values; only included templates are not escaped.
import { fileURLToPath } from 'node:url';
import { fastifyView } from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { scriptPathOf, type ScriptName } from './assets.ts';
import { frameOf, type Brand } from './frame.ts';
import { languageOf, type Language } from './language.ts';
import { imageUrl } from './logo.ts';
import { descriptionIn } from './own-words.ts';
import type { Frame, TemplateName, Templates } from './templates.ts';
import type { Translate } from './text.ts';
import { keepWhole } from './whole-words.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether search engines may list what GET answers there: it is the same for everybody, and nothing personal. */
    readonly isIndexed?: boolean;
  }
  interface FastifyRequest {
    /** The path and query that open the page which answers the form again; empty for that of the request. */
    shownAt: string;
  }
}

const views = fileURLToPath(new URL('../../templates', import.meta.url));
/** Every template gets its texts by `t`. */
const eta = new Eta({ views, cache: true, rmWhitespace: true, functionHeader: 'const { t } = it;' });

export interface PageOptions {
  readonly status?: number;
  /** Set-Cookie header values. */
  readonly cookies?: readonly string[];
  /** Sources, beside this site, to which a form of the page may redirect. */
  readonly formActionOrigins?: readonly string[];
  /** A script beside that of the site. Without any, the policy of the page allows no script at all. */
  readonly script?: ScriptName;
  readonly headers?: Readonly<Record<string, string>>;
  /** Directives of the Content-Security-Policy in place of those of every page. */
  readonly policy?: Readonly<Record<string, string>>;
  /** What search engines and posts show of the page: the description of this record, or of the site. */
  readonly share?: { readonly description: { readonly description: string | null; readonly texts: string | null } };
}

/** A language, and the path and query of the page that is rendered in it. */
export interface LanguageOfPage extends Language {
  /** Absent for a page that is shown in place of the one that was asked for, and cannot be opened by its address. */
  readonly address?: string;
}

/** Renders a whole page; `brand` is undefined where the site is not known. */
export function renderHtml<Name extends TemplateName>(
  brand: Brand | undefined,
  language: LanguageOfPage,
  template: Name,
  data: Templates[Name],
): string {
  return keepWhole(eta.render(template, framed(brand, language, data)));
}

/**
 * The headers of a page. Browsers apply `form-action` to every redirect after a form, so the final origin must be
 * listed.
 */
export function pageHeaders(
  { formActionOrigins = [], policy = {} }: Pick<PageOptions, 'formActionOrigins' | 'policy'> = {},
  hasScript = false,
): Record<string, string> {
  const directives: Readonly<Record<string, string>> = {
    'default-src': "'none'",
    'style-src': "'self'",
    ...(hasScript ? { 'script-src': "'self'" } : {}),
    'img-src': "'self'",
    'font-src': "'self'",
    'form-action': ["'self'", ...formActionOrigins].join(' '),
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    ...policy,
  };
  const policyText = Object.entries(directives).map(([name, sources]) => `${name} ${sources}`);
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyText.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

/** Registers the template engine, which `showPage` needs. */
export async function registerViews(app: FastifyInstance): Promise<void> {
  app.decorateRequest('shownAt', '');
  await app.register(fastifyView, { engine: { eta }, templates: views, production: true });
  app.addHook('onSend', async (_request, reply, payload) =>
    typeof payload === 'string' && isHtml(reply) ? keepWhole(payload) : payload,
  );
}

function isHtml(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/html');
}

/** Sends a page in the language of the request. */
export function showPage<Name extends TemplateName>(
  reply: FastifyReply,
  brand: Brand,
  template: Name,
  data: Templates[Name],
  options: PageOptions = {},
): FastifyReply {
  const hasScript = brand.extraAssets !== undefined || options.script !== undefined;
  const headers = { ...pageHeaders(options, hasScript), ...options.headers, ...cookieHeader(options.cookies) };
  const language = { ...languageOf(brand, reply.request.headers), address: reply.request.shownAt || reply.request.url };
  return reply
    .code(options.status ?? 200)
    .headers(headers)
    .view(template, framed(brand, language, data, headOf(brand, language, reply, options)));
}

/** Our choice: as much of a description as search engines show. */
const SHARED_LENGTH = 200;

function headOf(
  brand: Brand,
  language: Language,
  { request }: FastifyReply,
  { script, share, status = 200 }: PageOptions,
): Pick<Frame, 'isIndexed' | 'canonical' | 'share'> & { readonly script: ScriptName | undefined } {
  const isIndexed = status === 200 && request.routeOptions.config.isIndexed === true;
  const url = brand.siteUrl + (request.url.split('?')[0] ?? '/');
  const own = { description: brand.description ?? null, texts: brand.texts ?? null };
  const said = (share && descriptionIn(share.description, language)) ?? descriptionIn(own, language);
  const text = (said?.text ?? '').replaceAll(/\s+/g, ' ').trim();
  return {
    script,
    isIndexed,
    canonical: isIndexed ? url : '',
    share: share && {
      url,
      description: text.length > SHARED_LENGTH ? `${text.slice(0, SHARED_LENGTH - 1)}…` : text,
      image: brand.cover ? brand.siteUrl + imageUrl(brand.cover) : undefined,
    },
  };
}

/** Redirects with 303, so that the browser follows by GET (sign-in rules A37). */
export function redirectTo(reply: FastifyReply, location: string, cookies: readonly string[] = []): FastifyReply {
  return reply
    .code(303)
    .headers({ ...pageHeaders(), location, ...cookieHeader(cookies) })
    .send('');
}

function framed<Data extends object>(
  brand: Brand | undefined,
  language: LanguageOfPage,
  data: Data,
  { script, ...head }: Partial<ReturnType<typeof headOf>> = {},
): Data & { frame: Frame; t: Translate } {
  const frame = frameOf(brand, language, language.address);
  const scripts = [...frame.scripts, ...(script === undefined ? [] : [scriptPathOf(script)])];
  return { ...data, frame: { ...frame, ...head, scripts }, t: language.t };
}

function cookieHeader(cookies: readonly string[] = []): Record<string, string[]> {
  return cookies.length === 0 ? {} : { 'set-cookie': [...cookies] };
}
