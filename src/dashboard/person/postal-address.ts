// `/dashboard/:publication/people/:customer/postal-address`: where a person's plans are sent by post, in the form of their country, as the
// reader's own page of it (src/pages/account/postal-address.ts) has it. Unlike the reader, staff may remove one that is in use.
import type { FastifyReply } from 'fastify';
import { updatePostalAddress } from '../../models/lifecycle/customer-update.ts';
import {
  fromPostalText,
  PART_FIELDS,
  readPostalAddress,
  type PostalAddress,
} from '../../models/postal/postal-address.ts';
import { COUNTRIES } from '../../models/tax/country.ts';
import { findLikelyCountry } from '../../models/tax/likely-country.ts';
import type { Service } from '../../service.ts';
import { faulty, fieldOf, fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { countryChoices, countryName, type CountryChoice } from '../../views/country-text.ts';
import {
  keptParts,
  postalErrors,
  postalFields,
  toTypedParts,
  typedInCountry,
  type PostalField,
  type TypedParts,
} from '../../views/postal/postal-form.ts';
import { actAndGo, formIdOf } from '../act.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { getPerson } from './part.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/postal-address': DashboardData & {
      readonly person: string;
      readonly personHref: string;
      readonly country: CountryChoice;
      /** Empty unless the country is being chosen. */
      readonly countries: readonly CountryChoice[];
      readonly fields: readonly PostalField[];
      /** What was typed, while the country is being chosen. */
      readonly kept: readonly { readonly name: string; readonly value: string }[];
      readonly isRemovable: boolean;
    };
  }
}

interface Shown {
  readonly typed: TypedParts;
  readonly isChoosing: boolean;
}

export async function showPostalAddress(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const person = await getPerson(service, visit);
  const kept = fromPostalText(person.postalAddress);
  const country = kept?.country ?? (await findLikelyCountry(publication, service.database, person.id));
  const typed = toTypedParts(kept ?? { country, name: person.name ?? '' });
  return show(service, visit, { typed, isChoosing: country === '' }, FRESH);
}

export async function submitPostalAddress(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, language } = visit;
  formIdOf(visit);
  const typed = { country: fieldOf(form, 'country'), ...fieldsOf(form, PART_FIELDS) };
  const step = fieldOf(form, 'step');
  if (step === 'remove') return save(service, visit, null);
  const isKnown = COUNTRIES.includes(typed.country);
  if (step === 'choose') return show(service, visit, { typed, isChoosing: true }, FRESH);
  if (!isKnown) {
    const message = language.t('tax-details.fault-country');
    return show(service, visit, { typed, isChoosing: true }, faulty([{ field: 'country', message }]));
  }
  if (step === 'country') return show(service, visit, { typed, isChoosing: false }, FRESH);
  const read = readPostalAddress(typedInCountry(typed));
  if (read.address !== undefined) return save(service, visit, read.address);
  const state = faulty(postalErrors(read.faults, typed.country, language));
  return show(service, visit, { typed, isChoosing: false }, state);
}

async function save(service: Service, visit: FormVisit, address: PostalAddress | null): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { id } = await getPerson(service, visit);
  const done = address === null ? 'postal-removed' : 'postal-changed';
  return actAndGo(service, visit, { path: `/people/${id}`, done }, async (transaction) => {
    await updatePostalAddress(publication, transaction, service.clock, id, address);
    return { name: 'customer-postal-address.update', recordId: id };
  });
}

async function show(
  service: Service,
  visit: Visit,
  { typed, isChoosing }: Shown,
  state: FormState,
): Promise<FastifyReply> {
  const { language } = visit;
  const { tag } = language;
  const person = await getPerson(service, visit);
  const data = {
    person: person.name ?? person.email ?? person.id,
    personHref: pathOf(visit, `/people/${person.id}`),
    country: { value: typed.country, text: typed.country === '' ? '' : countryName(typed.country, tag) },
    countries: isChoosing ? countryChoices(tag) : [],
    fields: isChoosing ? [] : postalFields(typed, language),
    kept: isChoosing ? keptParts(typed) : [],
    isRemovable: person.postalAddress !== null && !isChoosing,
  };
  return showDashboard(service, visit, 'dashboard/person/postal-address', data, state);
}
