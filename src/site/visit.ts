// What the handler of a page is given: the request and reply, the site, the query, and where there are any, the session
// and the form.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormReading } from '../http/bodies/form.ts';
import type { Uploads } from '../http/bodies/multipart.ts';
import type { KeptFile, KeptFiles, UploadLimits } from '../http/bodies/upload.ts';
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
  /** Those that were kept as they arrived. */
  readonly kept: KeptFiles;
};

/** Where large files of a form are kept. Who handles the form takes them over; where nobody does, they are discarded. */
export interface UploadStore<Given> extends UploadLimits {
  readonly keep: (service: Service, visit: Given, content: AsyncIterable<Uint8Array>) => Promise<KeptFile>;
  readonly discard: (service: Service, visit: Given, file: KeptFile) => Promise<void>;
}

type Answer<Given> = (service: Service, visit: Given) => Promise<FastifyReply>;

/**
 * Whether something is for somebody alone who proved recently that it is them (SiteKind.proofPath): always, or depending
 * on what was asked for, such as the amount of a refund. What cannot be read is not sensitive, since it is refused anyway.
 */
type Sensitive<Given> = true | ((service: Service, visit: Given) => Promise<boolean>);

/** `startAgain` is where a visitor with a stale form finds a fresh one; it may have parameters of the page's own path. */
export type Form<At extends Place, Session extends AnySession, Role extends string> = {
  readonly startAgain: string;
} & (
  | { readonly holder: 'browser'; readonly submit: Answer<FormVisit<At>> }
  /** The secret in its address is all that it takes, so whoever has the link may send it, and its body is not read. */
  | { readonly holder: 'link'; readonly submit: Answer<Visit<At>> }
  | {
      readonly holder: 'session';
      /** The roles that may send it; everybody with a session by default. */
      readonly roles?: readonly Role[];
      readonly isSensitive?: Sensitive<SessionFormVisit<At, Session>>;
      /**
       * The fields that `startAgain` gets as its query when the proof comes first, so that the page can show them again.
       * They stand in an address, so they hold nothing secret.
       */
      readonly keeps?: readonly string[];
      /** The names of its file fields. Only a form with such fields is read as multipart. */
      readonly files?: readonly string[];
      /** Where they are larger than 1 MiB: kept only from our own page, by somebody who may send them. */
      readonly upload?: UploadStore<SessionVisit<At, Session>>;
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
      /** Whether search engines may list it in production: nothing on it is about a person. */
      readonly isPublic?: true;
    }
  | {
      /** The roles that may see it; a visitor without a session is redirected to sign in. */
      readonly roles: readonly Role[];
      readonly show: Answer<SessionVisit<At, Session>>;
      readonly isSensitive?: Sensitive<SessionVisit<At, Session>>;
      readonly isCacheable?: undefined;
      readonly isPublic?: undefined;
    }
);
