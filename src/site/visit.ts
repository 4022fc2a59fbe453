// What a page of any site is given: the request as it came, whose site it is for, and what was sent with it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormReading } from '../http/form.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import type { AnySession, Place } from './site.ts';

export type Visit<At extends Place> = At & {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: FormReading;
  /** What the visitor reads. */
  readonly language: Language;
};

/** Of a visitor who is signed in. */
export type SessionVisit<At extends Place, Session extends AnySession> = Visit<At> & { readonly session: Session };

/** A form that was sent from our own page to this browser. */
export type FormVisit<At extends Place> = Visit<At> & {
  readonly form: FormReading;
  /** The value of the browser cookie. */
  readonly browser: string;
};

/** A form for signed-in visitors only. */
export type SessionFormVisit<At extends Place, Session extends AnySession> = SessionVisit<At, Session> & {
  readonly form: FormReading;
};

type Answer<Given> = (service: Service, visit: Given) => Promise<FastifyReply>;

/** `startAgain` is where a visitor with a stale form finds a fresh one. */
export type Form<At extends Place, Session extends AnySession, Role extends string> = {
  readonly startAgain: string;
} & (
  | { readonly holder: 'browser'; readonly take: Answer<FormVisit<At>> }
  | {
      readonly holder: 'session';
      /** Who may send it: everybody with a session where it is left out. */
      readonly roles?: readonly Role[];
      readonly take: Answer<SessionFormVisit<At, Session>>;
    }
);

/** One page: a row of its site's table. */
export type Page<At extends Place, Session extends AnySession, Role extends string> = {
  readonly path: string;
  readonly form?: Form<At, Session, Role>;
} & (
  | {
      readonly roles?: undefined;
      readonly show?: Answer<Visit<At>>;
      /** Whether everybody who comes without a cookie sees the same. */
      readonly isShared?: true;
    }
  | {
      /** Who may see it; a visitor without a session is led to sign in. */
      readonly roles: readonly Role[];
      readonly show: Answer<SessionVisit<At, Session>>;
      readonly isShared?: undefined;
    }
);
