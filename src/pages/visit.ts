// What a page is given: the request as it came, whose site it is for, and what was sent with it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormReading } from '../http/form.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';

export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly publication: PublicationRow;
  readonly query: FormReading;
  /** What the visitor reads. */
  readonly language: Language;
}

/** A form that was sent from our own page to this browser. */
export interface FormVisit extends Visit {
  readonly form: FormReading;
  /** The value of the browser cookie. */
  readonly browser: string;
}

/** A form for signed-in customers only. */
export interface SessionFormVisit extends Visit {
  readonly form: FormReading;
  readonly session: LiveSession;
}

export type ShowPage = (service: Service, visit: Visit) => Promise<FastifyReply>;
export type TakeForm = (service: Service, visit: FormVisit) => Promise<FastifyReply>;
export type TakeSessionForm = (service: Service, visit: SessionFormVisit) => Promise<FastifyReply>;
