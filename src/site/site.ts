// A site is a host that serves pages to browsers: a publication's, or one of our own. Each kind of site defines for the
// page machine how its host and its sessions are found, and which errors have a page of their own.
import type { IncomingHttpHeaders } from 'node:http';
import type { Service } from '../service.ts';
import type { Brand } from '../views/frame.ts';
import type { TextKey } from '../views/text.ts';

/** The part of a request that browser doors need, whether Fastify's own or one bound by the contract. */
export interface BrowserRequest {
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The address of the visitor, from X-Forwarded-For where the proxy is trusted by the configuration. */
  readonly ip: string;
}

/** Each kind of site has names of its own, because in the local demo they share a host. */
export interface CookieNames {
  /** Identifies the session of a browser. */
  readonly session: string;
  /** Identifies a signed-out browser. */
  readonly browser: string;
  /** Says which addresses a browser has proved. */
  readonly device: string;
}

export interface Site extends Brand {
  /** CSRF tokens are bound to it, so that the token of one site is not valid on another. */
  readonly id: string;
  readonly cookies: CookieNames;
}

/** The site that a request is for; kinds of sites extend it with what their pages need. */
export interface Place {
  readonly site: Site;
}

export interface AnySession {
  readonly id: string;
}

/** The error page of a class of errors, or of a status. */
export interface ErrorRow {
  readonly of: (abstract new (...values: never[]) => Error) | number;
  readonly status: number;
  readonly heading: TextKey;
  readonly paragraphs: readonly TextKey[];
  /** The text of the link. */
  readonly link?: TextKey;
  /** The target of the link; the site's home by default. The error's own `startAgain` takes precedence. */
  readonly href?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The warning to log for an expected failure, in place of an error. */
  readonly warning?: string;
}

/** The part of a request that says which site, and which part of it, is meant. */
export interface PlaceRequest extends Pick<BrowserRequest, 'headers'> {
  readonly params: unknown;
}

export interface SiteKind<At extends Place, Session extends AnySession, Role extends string> {
  /** Undefined where no site of the kind has the request's host. */
  readonly findPlace: (service: Service, request: PlaceRequest) => Promise<At | undefined>;
  /** The place that had the request's host before it moved, for forms that are sent by a link in a mail (`holder: 'link'`). */
  readonly findFormer?: (service: Service, request: PlaceRequest) => Promise<At | undefined>;
  /** The URL of the site that had the request's host before it moved. */
  readonly findMoved?: (service: Service, request: Pick<BrowserRequest, 'headers'>) => Promise<string | undefined>;
  /** The live session of the browser on the site. */
  readonly findSession: (service: Service, at: At, request: BrowserRequest) => Promise<Session | undefined>;
  readonly roleOf: (session: Session) => Role;
  /**
   * Where a page that needs a session redirects a visitor without one.
   * @param target the path and query of the page
   */
  readonly signInPath: (target: string) => string;
  /** The fields of forms that name where a page leads, by which its address says so, too. */
  readonly targets?: readonly string[];
  /**
   * Where a page or form that is marked as sensitive redirects somebody whose last proof is too old; undefined where it
   * is fresh. Absent where no page is sensitive.
   */
  readonly proofPath?: (service: Service, session: Session, target: string) => string | undefined;
  /** Errors of this kind of site; they take precedence over those of every site (src/site/errors.ts). */
  readonly errors: readonly ErrorRow[];
}
