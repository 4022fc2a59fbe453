// The page of a person is made of parts in a fixed order (person.ts). Each has a file here, `read…(service, visit,
// person)`, and a template of the same name, `templates/parts/person/NAME.eta`.
import { NotFound } from '../../models/errors.ts';
import { CustomerRecord } from '../../models/people/customer-record.ts';
import { toCustomerId } from '../../models/people/customer-summary.ts';
import type { RowOf } from '../../models/record.ts';
import type { Service } from '../../service.ts';
import type { FormData } from '../../views/page-data.ts';
import { EDITORS } from '../navigation.ts';
import type { Visit } from '../visit.ts';

/** The person whose page it is. */
export type PersonRow = RowOf<CustomerRecord>;

/** What a part with forms is given beside its own data. */
export interface PartFrame extends FormData {
  /** The path of the person's page. */
  readonly here: string;
  readonly formId: string;
  /** Whether the visitor may send the forms. */
  readonly isEditor: boolean;
}

/** Finds the person of the path, erased and merged ones included. Throws NotFound. */
export async function findPersonOfPath({ database }: Service, { request, session }: Visit): Promise<PersonRow> {
  const { customer = '' } = request.params as { customer?: string };
  const person = await CustomerRecord.find(session.publication, database, { id: toCustomerId(customer) });
  if (person === undefined) throw new NotFound(`No such customer: ${customer}`);
  return person;
}

/** Returns the person of the path. Throws NotFound, also for one who was erased or merged into another. */
export async function getPerson(service: Service, visit: Visit): Promise<PersonRow> {
  const person = await findPersonOfPath(service, visit);
  if (person.goneAt !== null) throw new NotFound(`No such customer: ${person.id}`);
  return person;
}

export function isEditor({ session }: Visit): boolean {
  return EDITORS.includes(session.role);
}
