// `/tax-details`: what the signed-in customer says of themselves for receipts from now on: their country, and of a business its
// name and VAT number.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { InvalidValue } from '../../models/errors.ts';
import { findBuyer, setBuyer } from '../../models/tax/buyer.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { faulty, fieldOf, fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { countryChoices, type CountryChoice } from '../../views/country-text.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { TextKey } from '../../views/text.ts';
import { toSummaryPath } from '../tax.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';

const FIELDS = { company: 'company', vatNumber: 'vat_number', country: 'country' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

interface Shown extends Typed {
  /** The summary of a check-out that asked; empty for none. */
  readonly returnTo: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'account/tax-details': FormData & Shown & { readonly countries: readonly CountryChoice[] };
  }
}

const FAULTS: Readonly<Record<string, TextKey> & { country: TextKey }> = {
  company: 'tax-details.fault-company',
  country: 'tax-details.fault-country',
  vat_number: 'tax-details.fault-vat-number',
  'vat_number: country': 'tax-details.fault-vat-country',
};

export async function showTaxDetails(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { publication, session, query } = visit;
  const { company, vatNumber, country } = await findBuyer(publication, service.database, session.customerId);
  const typed = { company: company ?? '', vatNumber: vatNumber ?? '', country: country ?? '' };
  return showForm(service, visit, { ...typed, returnTo: toSummaryPath(valueOf(query, 'return_to')) ?? '' }, FRESH);
}

export async function submitTaxDetails(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { publication, session, form, language, reply } = visit;
  const returnTo = toSummaryPath(fieldOf(form, 'return_to'));
  const typed = { ...fieldsOf(form, FIELDS), returnTo: returnTo ?? '' };
  const refuse = (field: string, key: TextKey) =>
    showForm(service, visit, typed, faulty([{ field, message: language.t(key) }]));
  // The check-out cannot go on without the country, which a VAT number names as well.
  if (returnTo !== undefined && typed.country === '' && typed.vatNumber.trim() === '')
    return refuse('country', FAULTS.country);
  try {
    await service.database.transaction((transaction) => setBuyer(publication, transaction, session.customerId, typed));
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const key = FAULTS[`${error.field}: ${error.reason ?? ''}`] ?? FAULTS[error.field];
    if (key === undefined) throw error;
    return refuse(error.field, key);
  }
  return redirectTo(reply, returnTo ?? '/receipts');
}

function showForm(
  { secretKeys }: Service,
  { reply, publication, session, language }: SessionVisit,
  typed: Shown,
  state: FormState,
): FastifyReply {
  const none = language.t(typed.returnTo === '' ? 'tax-details.no-country' : 'tax-details.fault-country');
  const countries = [{ value: '', text: none }, ...countryChoices(language.tag)];
  const csrfToken = csrfTokenFor(secretKeys, publication, session.id);
  const data = { csrfToken, errors: state.errors, ...typed, countries };
  return showPage(reply, publication, 'account/tax-details', data, state);
}
