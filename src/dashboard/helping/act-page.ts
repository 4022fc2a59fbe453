// The page of an act for a reader: what will happen, what is still to be said, and a button. All acts of this room share
// its template.
import type { FastifyReply } from 'fastify';
import { getCustomer } from '../../models/people/customer-person.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import type { TextKey } from '../../views/text.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}

export type ActField =
  | {
      readonly kind: 'text' | 'date';
      readonly id: string;
      readonly label: string;
      readonly hint: string;
      readonly value: string;
    }
  | {
      readonly kind: 'select' | 'radio';
      readonly id: string;
      readonly label: string;
      readonly hint: string;
      readonly value: string;
      readonly options: readonly Choice[];
    }
  | { readonly kind: 'check'; readonly id: string; readonly label: string; readonly isChecked: boolean };

interface ActForm {
  /** A path of the publication. `get` asks for a preview, and changes nothing. */
  readonly action: string;
  readonly method: 'get' | 'post';
  readonly fields: readonly ActField[];
  readonly hidden: Readonly<Record<string, string>>;
  readonly button: string;
  readonly isDanger: boolean;
}

interface ActTable {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ActPage {
  readonly title: string;
  readonly lead: string;
  /** What will happen, sentence by sentence. */
  readonly facts: readonly string[];
  readonly table?: ActTable;
  /** Not given where nothing can be done. */
  readonly form?: ActForm;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'act-field': { readonly field: ActField; readonly errors: FormState['errors'] };
  }
  interface Templates {
    'dashboard/helping/act': DashboardData & {
      readonly page: ActPage;
      readonly reader: { readonly href: string; readonly name: string };
    };
  }
}

/** The reader whom the path names; one who was merged is the person they were merged into. Throws NotFound. */
export function readerOf(service: Service, visit: Visit): Promise<CustomerSummary> {
  return getCustomer(visit.session.publication, service.database, paramOf(visit, 'customer'));
}

export function paramOf({ request }: Visit, name: string): string {
  return (request.params as Readonly<Record<string, string | undefined>>)[name] ?? '';
}

export function readerPath({ id }: Pick<CustomerSummary, 'id'>, path = ''): string {
  return `/people/${id}${path}`;
}

export function nameOf({ id, email, name }: Pick<CustomerSummary, 'id' | 'email' | 'name'>): string {
  return email ?? name ?? id;
}

export function showAct(
  service: Service,
  visit: Visit,
  { reader, page }: { readonly reader: CustomerSummary; readonly page: ActPage },
  state: FormState = FRESH,
): FastifyReply {
  const href = `/dashboard/${visit.publicationId}${readerPath(reader)}`;
  return showDashboard(
    service,
    visit,
    'dashboard/helping/act',
    { page, reader: { href, name: nameOf(reader) } },
    state,
  );
}

/** The options of a choice, in the words of the page. */
export function optionsOf(
  { language: { t } }: Visit,
  texts: Readonly<Record<string, TextKey>>,
  values: readonly string[] = Object.keys(texts),
): Choice[] {
  return values.flatMap((value) => (texts[value] === undefined ? [] : [{ value, text: t(texts[value]) }]));
}
