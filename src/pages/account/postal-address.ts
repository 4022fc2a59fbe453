// `/postal-address`: where the plans of the signed-in customer are sent by post, in the form of their country. The country is chosen by
// itself, by a button of the same form, so that nothing that was typed is lost and no script is needed.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listSubscribedPlans } from '../../models/money/subscription-record.ts';
import { findCustomer } from '../../models/people/customer-summary.ts';
import { setPostalAddress } from '../../models/people/customer.ts';
import type { AddressPart } from '../../models/postal/country-form.ts';
import {
  fromPostalText,
  PART_FIELDS,
  readPostalAddress,
  type PostalAddress,
} from '../../models/postal/postal-address.ts';
import { COUNTRIES } from '../../models/tax/country.ts';
import { findLikelyCountry } from '../../models/tax/likely-country.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { faulty, fieldOf, fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { countryChoices, countryName, type CountryChoice } from '../../views/country-text.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import type { FormData } from '../../views/page-data.ts';
import {
  keptParts,
  postalErrors,
  postalFields,
  toTypedParts,
  typedInCountry,
  type PostalField,
  type TypedParts,
} from '../../views/postal/postal-form.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { AddressAutocomplete } from '../../views/templates.ts';
import { toAskingPath } from '../postal.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';

interface FieldOnPage extends PostalField {
  readonly autocomplete: AddressAutocomplete;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'account/postal-address': FormData & {
      /** The newest plan that is sent by post; undefined for none. */
      readonly planName: OwnWords | undefined;
      readonly returnTo: string;
      readonly country: CountryChoice;
      /** Empty unless the country is being chosen. */
      readonly countries: readonly CountryChoice[];
      readonly fields: readonly FieldOnPage[];
      /** What was typed, while the country is being chosen. */
      readonly kept: readonly { readonly name: string; readonly value: string }[];
      readonly isRemovable: boolean;
    };
  }
}

interface Shown {
  readonly typed: TypedParts;
  readonly isChoosing: boolean;
  readonly returnTo: string | undefined;
}

const AUTOCOMPLETE: Readonly<Record<AddressPart, AddressAutocomplete>> = {
  name: 'name',
  organization: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  district: 'address-level3',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
};
export async function showPostalAddress(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { publication, session, query } = visit;
  const customer = await findCustomer(publication, service.database, session.customerId);
  const kept = fromPostalText(customer?.postalAddress ?? null);
  const country = kept?.country ?? (await findLikelyCountry(publication, service.database, session.customerId));
  const typed = toTypedParts(kept ?? { country, name: customer?.name ?? '' });
  const returnTo = toAskingPath(valueOf(query, 'return_to'));
  return show(service, visit, { typed, isChoosing: country === '', returnTo }, FRESH);
}

export async function submitPostalAddress(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { form } = visit;
  const typed = { country: fieldOf(form, 'country'), ...fieldsOf(form, PART_FIELDS) };
  const returnTo = toAskingPath(fieldOf(form, 'return_to'));
  const step = fieldOf(form, 'step');
  if (step === 'remove') return save(service, visit, null, undefined);
  const isKnown = COUNTRIES.includes(typed.country);
  const shown = { typed, isChoosing: step === 'choose' || !isKnown, returnTo };
  if (step === 'choose') return show(service, visit, shown, FRESH);
  if (!isKnown) {
    const message = visit.language.t('tax-details.fault-country');
    return show(service, visit, shown, faulty([{ field: 'country', message }]));
  }
  if (step === 'country') return show(service, visit, shown, FRESH);
  const read = readPostalAddress(typedInCountry(typed));
  if (read.address !== undefined) return save(service, visit, read.address, returnTo);
  return show(service, visit, shown, faulty(postalErrors(read.faults, typed.country, visit.language)));
}

/** An address to which something is sent stays. */
async function save(
  service: Service,
  { reply, publication, session }: SessionFormVisit,
  address: PostalAddress | null,
  returnTo: string | undefined,
): Promise<FastifyReply> {
  const { database, clock } = service;
  const { customerId } = session;
  await database.transaction(async (transaction) => {
    const isNeeded = (await listSubscribedPlans(publication, transaction, customerId, 'sent by post')).length > 0;
    if (address !== null || !isNeeded) await setPostalAddress(publication, transaction, clock, customerId, address);
  });
  return redirectTo(reply, returnTo ?? '/?done=address');
}

async function show(
  service: Service,
  visit: SessionVisit,
  { typed, isChoosing, returnTo }: Shown,
  state: FormState,
): Promise<FastifyReply> {
  const { reply, publication, session, language } = visit;
  const { tag } = language;
  const [plan] = await listSubscribedPlans(publication, service.database, session.customerId, 'sent by post');
  const customer = await findCustomer(publication, service.database, session.customerId);
  const data = {
    csrfToken: csrfTokenFor(service.secretKeys, publication, session.id),
    errors: state.errors,
    planName: plan && nameIn(plan, language),
    returnTo: returnTo ?? '',
    country: { value: typed.country, text: typed.country === '' ? '' : countryName(typed.country, tag) },
    countries: isChoosing ? countryChoices(tag) : [],
    fields: isChoosing ? [] : postalFields(typed, language).map(withAutocomplete),
    kept: isChoosing ? keptParts(typed) : [],
    isRemovable: plan === undefined && customer?.postalAddress !== null && !isChoosing && returnTo === undefined,
  };
  return showPage(reply, publication, 'account/postal-address', data, state);
}

function withAutocomplete(field: PostalField): FieldOnPage {
  return { ...field, autocomplete: AUTOCOMPLETE[field.part] };
}
