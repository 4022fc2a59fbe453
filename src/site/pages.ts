// The page machine: registers the routes of a site from the rows of its table. It checks sessions and roles, accepts a
// form only with a valid CSRF token, and answers every failure with an error page.
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readQuery, valueOf, type FormReading } from '../http/bodies/form.ts';
import type { Uploads } from '../http/bodies/multipart.ts';
import { discardFiles, type FileKeeper, type KeptFiles } from '../http/bodies/upload.ts';
import { NotFound } from '../models/errors.ts';
import type { Service } from '../service.ts';
import { languageOf } from '../views/language.ts';
import { redirectTo, registerViews } from '../views/render.ts';
import { findBrowserCookie } from './browser-cookie.ts';
import { isOwnPage } from './csrf.ts';
import { errorPagesOf, Forbidden, refusePageMethodsBut, StaleForm, UnknownSite } from './errors.ts';
import { checkOwnForm, readPageForm, readUploadForm } from './form.ts';
import { PageCache } from './page-cache.ts';
import type { AnySession, Place, SiteKind } from './site.ts';
import type { Form, Page, SessionVisit, UploadStore, Visit } from './visit.ts';

/** Registers the pages of a kind of site and their error pages, in a scope of their own. */
export async function registerSite<At extends Place, Session extends AnySession, Role extends string>(
  app: FastifyInstance,
  service: Service,
  kind: SiteKind<At, Session, Role>,
  pages: readonly Page<At, Session, Role>[],
): Promise<void> {
  await app.register(async (scope) => {
    if (!scope.hasRequestDecorator('cookies')) await scope.register(cookie);
    await registerViews(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler(errorPagesOf(service, kind));
    const machine = new PageMachine(service, kind);
    for (const page of pages) machine.register(scope, page);
  });
}

type SessionForm<At extends Place, Session extends AnySession, Role extends string> = Extract<
  Form<At, Session, Role>,
  { readonly holder: 'session' }
>;
type UploadForm<At extends Place, Session extends AnySession, Role extends string> = SessionForm<At, Session, Role> & {
  readonly upload: UploadStore<SessionVisit<At, Session>>;
};

/** What was sent with the session of somebody. */
interface SentOfSession {
  readonly reading: FormReading;
  readonly uploads: Uploads;
  readonly kept: KeptFiles;
  readonly startAgain: string;
  readonly check: (holder: string | undefined, reading: FormReading) => void;
}

class PageMachine<At extends Place, Session extends AnySession, Role extends string> {
  readonly #service: Service;
  readonly #kind: SiteKind<At, Session, Role>;
  readonly #cache: PageCache;

  constructor(service: Service, kind: SiteKind<At, Session, Role>) {
    this.#service = service;
    this.#kind = kind;
    this.#cache = new PageCache(service.database);
  }

  register(scope: FastifyInstance, page: Page<At, Session, Role>): void {
    const { path, form } = page;
    const show = this.#toShow(page);
    const isIndexed = page.isPublic === true && this.#service.config.environment === 'production';
    const ofGet = { config: { isIndexed } };
    if (show !== undefined && page.isCacheable) this.#registerCacheable(scope, path, ofGet, show);
    else if (show !== undefined)
      scope.get(path, ofGet, async (request, reply) => show(await this.#toVisit(request, reply)));
    const config = { isUpload: form?.holder === 'session' && form.upload !== undefined };
    if (form !== undefined)
      scope.post(path, { config }, async (request, reply) =>
        this.#submitForm(form, await this.#toVisit(request, reply, form.holder === 'link')),
      );
    const allowed = [...(show === undefined ? [] : ['GET', 'HEAD']), ...(form === undefined ? [] : ['POST'])];
    refusePageMethodsBut(scope, path, allowed);
  }

  #registerCacheable(
    scope: FastifyInstance,
    path: string,
    ofGet: { readonly config: { readonly isIndexed: boolean } },
    show: (visit: Visit<At>) => Promise<FastifyReply>,
  ): void {
    const onSend = async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> => {
      this.#cache.store(request, reply, body);
      return body;
    };
    scope.get(
      path,
      { ...ofGet, onSend },
      async (request, reply) => this.#cache.answer(request, reply) ?? show(await this.#toVisit(request, reply)),
    );
  }

  /**
   * Throws UnknownSite and NotFound.
   * @param isOfLink whether the link of a mail is sent as it was written, which follows no redirect to a new host
   */
  async #toVisit(request: FastifyRequest, reply: FastifyReply, isOfLink = false): Promise<Visit<At>> {
    checkParams(request.params);
    const former = isOfLink ? this.#kind.findFormer : undefined;
    const present = await this.#kind.findPlace(this.#service, request);
    const place = present ?? (await former?.(this.#service, request));
    if (place === undefined) throw new UnknownSite('no site has this host');
    const query = readQuery(request.raw.url ?? '');
    return { ...place, request, reply, query, language: languageOf(place.site, request.headers) };
  }

  /** The handler of GET; undefined for a path that only accepts a form. */
  #toShow(page: Page<At, Session, Role>): ((visit: Visit<At>) => Promise<FastifyReply>) | undefined {
    if (page.roles === undefined) {
      const { show } = page;
      return show && ((visit) => show(this.#service, visit));
    }
    const { roles, show, isSensitive } = page;
    return async (visit) => {
      const session = await this.#kind.findSession(this.#service, visit, visit.request);
      const target = visit.request.url;
      if (session === undefined) return redirectTo(visit.reply, this.#kind.signInPath(target));
      this.#checkRole(roles, session);
      const given = { ...visit, session };
      const proof = await this.#proofPath(isSensitive, given, target);
      return proof === undefined ? show(this.#service, given) : redirectTo(visit.reply, proof);
    };
  }

  async #submitForm(form: Form<At, Session, Role>, visit: Visit<At>): Promise<FastifyReply> {
    if (form.holder === 'link') return form.submit(this.#service, visit);
    const { request, site } = visit;
    const startAgain = filled(form.startAgain, request.params);
    const check = (holder: string | undefined, reading: FormReading): void =>
      checkOwnForm(this.#service, site, { request, form: reading, holder, startAgain });
    if (form.holder === 'session' && form.upload !== undefined)
      return this.#submitUpload({ ...form, upload: form.upload }, visit, startAgain, check);
    const { form: reading, uploads } = await readPageForm(request, form.holder === 'session' ? form.files : []);
    request.shownAt = shownAfter(request, reading, this.#kind.targets);
    if (form.holder === 'browser') {
      const browser = findBrowserCookie(site, request);
      check(browser, reading);
      return form.submit(this.#service, { ...visit, form: reading, browser: browser ?? '' });
    }
    return this.#submitOfSession(form, visit, { reading, uploads, kept: {}, startAgain, check });
  }

  async #submitOfSession(
    form: SessionForm<At, Session, Role>,
    visit: Visit<At>,
    { reading, uploads, kept, startAgain, check }: SentOfSession,
  ): Promise<FastifyReply> {
    const { request, reply } = visit;
    const session = await this.#kind.findSession(this.#service, visit, request);
    // A second click on "sign out", or a form on a page that was left open: there is nothing to do.
    if (session === undefined) return redirectTo(reply, startAgain);
    check(session.id, reading);
    if (form.roles !== undefined) this.#checkRole(form.roles, session);
    const given = { ...visit, form: reading, uploads, kept, session };
    const keeps = (form.keeps ?? []).map((name) => [name, valueOf(reading, name) ?? '']);
    const query = new URLSearchParams(keeps).toString();
    const target = query === '' ? startAgain : `${startAgain}?${query}`;
    const proof = await this.#proofPath(form.isSensitive, given, target);
    return proof === undefined ? form.submit(this.#service, given) : redirectTo(reply, proof);
  }

  /** The session, its role and a fresh proof are asked for before the body is read, the token before a file is kept. */
  async #submitUpload(
    form: UploadForm<At, Session, Role>,
    visit: Visit<At>,
    startAgain: string,
    check: SentOfSession['check'],
  ): Promise<FastifyReply> {
    const admitted = await this.#admitUpload(form, visit, startAgain);
    if ('elsewhere' in admitted) return redirectTo(visit.reply, admitted.elsewhere);
    const { session } = admitted;
    const given: SessionVisit<At, Session> = { ...visit, session };
    const { keep, discard } = form.upload;
    const keeper: FileKeeper = {
      limits: form.upload,
      files: form.files ?? [],
      admit: (fields) => check(session.id, fields),
      keep: (content) => keep(this.#service, given, content),
      discard: (file) => discard(this.#service, given, file),
    };
    const { form: reading, kept } = await readUploadForm(visit.request, keeper);
    try {
      return await this.#submitOfSession(form, visit, { reading, uploads: {}, kept, startAgain, check });
    } catch (error) {
      await discardFiles(keeper, kept);
      throw error;
    }
  }

  /**
   * What is asked before a large body is read. Returns where the visitor is led instead, where they are. Throws
   * Forbidden, and StaleForm for a form of another site's page.
   */
  async #admitUpload(
    form: UploadForm<At, Session, Role>,
    visit: Visit<At>,
    startAgain: string,
  ): Promise<{ readonly session: Session } | { readonly elsewhere: string }> {
    const session = await this.#kind.findSession(this.#service, visit, visit.request);
    if (session === undefined) return { elsewhere: startAgain };
    const mayBeSent = form.roles;
    if (!isOwnPage(visit.site, visit.request)) throw new StaleForm(startAgain);
    if (mayBeSent !== undefined) this.#checkRole(mayBeSent, session);
    const elsewhere =
      form.isSensitive === true ? this.#kind.proofPath?.(this.#service, session, startAgain) : undefined;
    return elsewhere === undefined ? { session } : { elsewhere };
  }

  /** Where the visitor proves first that it is them; undefined where that is not needed. */
  async #proofPath<Given extends { readonly session: Session }>(
    isSensitive: true | ((service: Service, given: Given) => Promise<boolean>) | undefined,
    given: Given,
    target: string,
  ): Promise<string | undefined> {
    const path = this.#kind.proofPath?.(this.#service, given.session, target);
    if (path === undefined || isSensitive === undefined) return undefined;
    return isSensitive === true || (await isSensitive(this.#service, given)) ? path : undefined;
  }

  /** Throws Forbidden. */
  #checkRole(roles: readonly Role[], session: Session): void {
    if (!roles.includes(this.#kind.roleOf(session))) throw new Forbidden('the role does not include this page');
  }
}

/**
 * The address at which the answer to a form is shown again, in another language: nothing that was typed is in it.
 * @param targets the fields that name where the page leads
 */
function shownAfter({ url }: FastifyRequest, form: FormReading, targets: readonly string[] = []): string {
  const kept = targets.flatMap((name) => {
    const target = valueOf(form, name) ?? '';
    return target === '' ? [] : [[name, target]];
  });
  return kept.length === 0 ? url : `${url.replace(/\?.*$/s, '')}?${new URLSearchParams(kept).toString()}`;
}

/** Throws NotFound: nothing is called by a name with NUL, which PostgreSQL cannot even be asked for. */
function checkParams(params: unknown): void {
  for (const value of Object.values(params as Readonly<Record<string, string>>))
    if (value.includes('\0')) throw new NotFound('No such page');
}

/** Fills the parameters of a route's path with those of the request. */
function filled(path: string, params: unknown): string {
  const values = params as Readonly<Record<string, string | undefined>>;
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(values[name] ?? ''));
}
