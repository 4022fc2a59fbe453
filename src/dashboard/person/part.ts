// The page of a person is made of parts in a fixed order (person.ts). Each has a file here, `read…(service, visit,
// person)`, and a template of the same name, `templates/parts/person/NAME.eta`.
import type { CustomerRecord } from '../../models/people/customer-record.ts';
import type { RowOf } from '../../models/record.ts';
import type { FormData } from '../../views/page-data.ts';

/** The person whose page it is: neither erased nor merged into another. */
export type PersonRow = RowOf<CustomerRecord>;

/** What a part is given beside its own data, for its links and its forms. */
export interface PartFrame extends FormData {
  /** The path of the publication's pages. */
  readonly base: string;
  /** The path of the person's page. */
  readonly here: string;
  readonly formId: string;
}
