// A site is a host that serves pages to browsers: a publication's, or one of our own. This is what the machine of all pages knows of one; each
// kind of site says how its host is recognised, who has a session there, and which failures have a page of their own.
import type { IncomingHttpHeaders } from 'node:http';
import type { Service } from '../service.ts';
import type { Brand } from '../views/frame.ts';
import type { TextKey } from '../views/text.ts';

/** What the browser doors need of a request, whether Fastify's own or one bound by the contract. */
export interface BrowserRequest {
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Of the visitor, as far as the proxies named in the configuration are believed. */
  readonly ip: string;
}

/** No two kinds of sites use the same names, as they may share a host in the local demo. */
export interface CookieNames {
  /** Says which session a browser has. */
  readonly session: string;
  /** Tells one signed-out browser from another. */
  readonly browser: string;
}

export interface Site extends Brand {
  /** Whom CSRF tokens are for: those of one site are worth nothing on another. */
  readonly id: string;
  readonly cookies: CookieNames;
}

/** What the pages of a kind of site are given of the host that a request is for; kinds add to it what their pages need. */
export interface Place {
  readonly site: Site;
}

export interface AnySession {
  readonly id: string;
}

/** How a failure is told: by its class, or by the status of one that has no class of its own. */
export interface ErrorRow {
  readonly of: (abstract new (...values: never[]) => Error) | number;
  readonly status: number;
  readonly heading: TextKey;
  readonly paragraphs: readonly TextKey[];
  /** The text of the way on. */
  readonly link?: TextKey;
  /** Where the way on leads: the site's home, unless the row or the error itself says where. */
  readonly href?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the log says, where it is nobody's bug. */
  readonly warning?: string;
}

export interface SiteKind<At extends Place, Session extends AnySession, Role extends string> {
  /** Undefined where no site of the kind has the request's host. */
  readonly findPlace: (service: Service, request: Pick<BrowserRequest, 'headers'>) => Promise<At | undefined>;
  /** The live session that the browser has on the site. */
  readonly findSession: (service: Service, at: At, request: BrowserRequest) => Promise<Session | undefined>;
  readonly roleOf: (session: Session) => Role;
  /** Where a visitor without a session is led by a page that needs one. */
  readonly signInPath: string;
  /** Beside those of every site (src/site/errors.ts), and before them. */
  readonly errors: readonly ErrorRow[];
}
