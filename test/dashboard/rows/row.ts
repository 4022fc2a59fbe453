// What a page of a publication's dashboard is expected to do: who sees it, who sends its form, and what that does.
import { ROLES, type Role } from '../../../src/models/staff/role.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { signedInStaff } from '../../support/publications/staff.ts';
import type { TestService } from '../../support/service/service.ts';

export const ALL: readonly Role[] = ROLES;
export const EDITORS: readonly Role[] = ['owner', 'editor'];
export const OWNER: readonly Role[] = ['owner'];

/** A publication with an owner who is signed in. */
export interface Given {
  readonly service: TestService;
  readonly site: TestSite;
  readonly owner: Browser;
  readonly ownerId: string;
  readonly base: string;
}

type Fields = Readonly<Record<string, string>>;

interface Row {
  /** Who sees the page. */
  readonly see?: readonly Role[];
  /** Who may send its form. */
  readonly send?: readonly Role[];
  /** It concerns access or money, and asks for a fresh proof: always, or depending on what is typed. */
  readonly isSensitive?: true | 'sometimes';
  /** Makes what the path names, and returns the values of the path's parameters. */
  readonly params?: (given: Given) => Promise<Fields>;
  /** What the form does. */
  readonly act?: ExpectedAct;
}

export interface ExpectedAct {
  /** The entry in the audit log, such as offer.archive. */
  readonly name: string;
  /** The page that has the form, where it is not the same; its parameters are those of the path. */
  readonly page?: string;
  /** Makes what the form needs, and returns its fields. */
  readonly fields?: (given: Given) => Promise<Fields>;
  /** The files that are chosen. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  /** The table that it changes, and how many rows it adds; 0 for one that changes a row. */
  readonly table: string;
  readonly adds: number;
  /** What the entry says of the record, where it has no id. */
  readonly recordName?: string;
}

/** By the path after that of the publication. */
export type Rows = Readonly<Record<string, Row>>;

export async function givenOwner(service: TestService): Promise<Given> {
  const site = await givenSite(service);
  const email = `owner@${site.publication.siteHost}`;
  const owner = await signedInStaff(service, site.publication, 'owner', email);
  const { id } = await service.database.knex('staff_members').where({ email }).first();
  return { service, site, owner, ownerId: id, base: `/dashboard/${site.publication.id}` };
}

/** Fills the parameters of a path. */
export function filled(path: string, params: Fields): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => params[name] ?? `missing-${name}`);
}
