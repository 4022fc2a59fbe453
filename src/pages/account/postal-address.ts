// `/postal-address`: where the plans of the signed-in customer are sent by post, in the form of their country. The country is chosen by
// itself, by a button of the same form, so that nothing that was typed is lost and no script is needed.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import type { InvalidValue } from '../../models/errors.ts';
import { listSubscribedPlans } from '../../models/money/subscription-record.ts';
import { findCustomer } from '../../models/people/customer-summary.ts';
import { setPostalAddress } from '../../models/people/customer.ts';
import { countryFormOf, type AddressPart } from '../../models/postal/country-form.ts';
import {
  fromPostalText,
  PART_FIELDS,
  readPostalAddress,
  type PostalAddress,
  type TypedAddress,
} from '../../models/postal/postal-address.ts';
import { findBuyer } from '../../models/tax/buyer.ts';
import { COUNTRIES } from '../../models/tax/country.ts';
import { findSeller } from '../../models/tax/seller.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { faulty, fieldOf, fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { countryChoices, countryName, type CountryChoice } from '../../views/country-text.ts';
import type { Language } from '../../views/language.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import type { FormData, FormError } from '../../views/page-data.ts';
import { partLabel } from '../../views/postal-text.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { AddressAutocomplete } from '../../views/templates.ts';
import type { TextKey } from '../../views/text.ts';
import { toAskingPath } from '../postal.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';

interface FieldOnPage {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: AddressAutocomplete;
  /** Undefined where it is typed. */
  readonly options: readonly CountryChoice[] | undefined;
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

type Typed = { readonly country: string } & Readonly<Record<AddressPart, string>>;

interface Shown {
  readonly typed: Typed;
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
const FAULTS: Readonly<Record<string, TextKey>> = {
  required: 'postal.fault-required',
  form: 'postal.fault-form',
  characters: 'postal.fault-form',
};

export async function showPostalAddress(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { publication, session, query } = visit;
  const customer = await findCustomer(publication, service.database, session.customerId);
  const kept = fromPostalText(customer?.postalAddress ?? null);
  const country = kept?.country ?? (await likelyCountry(service, visit));
  const typed = toTyped(kept ?? { country, name: customer?.name ?? '' });
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
  const read = readPostalAddress(ofCountry(typed));
  if (read.address !== undefined) return save(service, visit, read.address, returnTo);
  return show(service, visit, shown, faulty(read.faults.map((fault) => toError(fault, typed.country, visit.language))));
}

/** What was typed before another country was chosen, and has no field there, does not count. */
function ofCountry(typed: Typed): TypedAddress {
  const { parts } = countryFormOf(typed.country);
  return { country: typed.country, ...Object.fromEntries(parts.map((part) => [part, typed[part]])) };
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

/** The country of the receipts, else where the seller is; empty where neither is known. */
async function likelyCountry({ database }: Service, { publication, session }: SessionVisit): Promise<string> {
  const { country } = await findBuyer(publication, database, session.customerId);
  return country ?? (await findSeller(publication, database)).country ?? '';
}

function toTyped(address: TypedAddress): Typed {
  const parts = (Object.keys(PART_FIELDS) as AddressPart[]).map((part) => [part, address[part] ?? ''] as const);
  return { country: address.country, ...(Object.fromEntries(parts) as Record<AddressPart, string>) };
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
    fields: isChoosing ? [] : fieldsOnPage(typed, language),
    kept: isChoosing
      ? Object.entries(PART_FIELDS).map(([part, name]) => ({ name, value: typed[part as AddressPart] }))
      : [],
    isRemovable: plan === undefined && customer?.postalAddress !== null && !isChoosing && returnTo === undefined,
  };
  return showPage(reply, publication, 'account/postal-address', data, state);
}

function fieldsOnPage(typed: Typed, language: Language): FieldOnPage[] {
  const { t } = language;
  const { parts, required, regions } = countryFormOf(typed.country);
  return parts.map((part) => {
    const label = partLabel(part, typed.country, language);
    const choices = regions?.map(({ code, name }) => ({ value: code, text: name }));
    return {
      id: PART_FIELDS[part],
      label: required.has(part) ? label : t('postal.optional', { label }),
      value: typed[part],
      autocomplete: AUTOCOMPLETE[part],
      options:
        part !== 'region' || choices === undefined ? undefined : [{ value: '', text: t('postal.choose') }, ...choices],
    };
  });
}

function toError({ field, reason }: InvalidValue, country: string, language: Language): FormError {
  const part = (Object.keys(PART_FIELDS) as AddressPart[]).find((name) => PART_FIELDS[name] === field) ?? 'name';
  const key = FAULTS[reason ?? ''] ?? 'postal.fault-long';
  const label = partLabel(part, country, language);
  return { field, message: language.t(key, { label, country: countryName(country, language.tag) }) };
}
