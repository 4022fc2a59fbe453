// What the handlers of the dashboard's pages are given: those of a staff member, and those of a publication.
import type { Role } from '../models/staff/role.ts';
import type { StaffSession } from '../models/staff/staff-session.ts';
import type { Place } from '../site/site.ts';
import type * as machine from '../site/visit.ts';
import type { PublicationPlace, PublicationSession } from './dashboard-kind.ts';

export type StaffVisit = machine.Visit<Place>;
export type StaffFormVisit = machine.FormVisit<Place>;
export type StaffSessionVisit = machine.SessionVisit<Place, StaffSession>;
export type StaffSessionFormVisit = machine.SessionFormVisit<Place, StaffSession>;
export type StaffPage = machine.Page<Place, StaffSession, 'staff'>;

/** A page of whoever operates the deployment. */
export type OperatorPage = machine.Page<Place, StaffSession, 'operator'>;

export type Visit = machine.SessionVisit<PublicationPlace, PublicationSession>;
export type FormVisit = machine.SessionFormVisit<PublicationPlace, PublicationSession>;
export type Page = machine.Page<PublicationPlace, PublicationSession, Role>;
