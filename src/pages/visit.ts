// What the handler of a page on a publication's site is given; `publication` is the tenant and its site.
import type { LiveSession } from '../models/sign-in/session.ts';
import type { PublicationPlace } from '../site/publication-kind.ts';
import type * as machine from '../site/visit.ts';

export type Visit = machine.Visit<PublicationPlace>;
export type SessionVisit = machine.SessionVisit<PublicationPlace, LiveSession>;
export type FormVisit = machine.FormVisit<PublicationPlace>;
export type SessionFormVisit = machine.SessionFormVisit<PublicationPlace, LiveSession>;
export type Page = machine.Page<PublicationPlace, LiveSession, 'customer'>;
