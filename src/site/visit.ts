// What the handler of a page is given: the request and reply, the site, the query, and where there are any, the session
// and the form.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormReading } from '../http/form.ts';
import type { Uploads } from '../http/multipart.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import type { AnySession, Place } from './site.ts';

export type Visit<At extends Place> = At & {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: FormReading;
  /** The language of the visitor. */
  readonly language: Language;
};

/** The visit of a visitor who is signed in. */
export type SessionVisit<At extends Place, Session extends AnySession> = Visit<At> & { readonly session: Session };

/** A form that passed the CSRF checks by the browser cookie. */
export type FormVisit<At extends Place> = Visit<At> & {
  readonly form: FormReading;
  /** The value of the browser cookie. */
  readonly browser: string;
};

/** A form of a signed-in visitor, which passed the CSRF checks by the session. */
export type SessionFormVisit<At extends Place, Session extends AnySession> = SessionVisit<At, Session> & {
  readonly form: FormReading;
  /** The files that were chosen. */
  readonly uploads: Uploads;
};

type Answer<Given> = (service: Service, visit: Given) => Promise<FastifyReply>;

/** `startAgain` is where a visitor with a stale form finds a fresh one; it may have parameters of the page's own path. */
export type Form<At extends Place, Session extends AnySession, Role extends string> = {
  readonly startAgain: string;
} & (
  | { readonly holder: 'browser'; readonly submit: Answer<FormVisit<At>> }
  | {
      readonly holder: 'session';
      /** The roles that may send it; everybody with a session by default. */
      readonly roles?: readonly Role[];
      /** Whether it is accepted only from somebody who proved recently that it is them (SiteKind.proofPath). */
      readonly isSensitive?: true;
      /** The names of its file fields. Only a form with such fields is read as multipart. */
      readonly files?: readonly string[];
      readonly submit: Answer<SessionFormVisit<At, Session>>;
    }
);

/** A page: one row of its site's table. */
export type Page<At extends Place, Session extends AnySession, Role extends string> = {
  readonly path: string;
  readonly form?: Form<At, Session, Role>;
} & (
  | {
      readonly roles?: undefined;
      readonly show?: Answer<Visit<At>>;
      /** Whether every visitor without a cookie gets the same page, so that it may be cached. */
      readonly isCacheable?: true;
    }
  | {
      /** The roles that may see it; a visitor without a session is redirected to sign in. */
      readonly roles: readonly Role[];
      readonly show: Answer<SessionVisit<At, Session>>;
      /** Whether it is shown only to somebody who proved recently that it is them (SiteKind.proofPath). */
      readonly isSensitive?: true;
      readonly isCacheable?: undefined;
    }
);
