// Shows `/dashboard/:publication/tax`: who sells, the rates, and what each plan is to the tax office.
import type { FastifyReply } from 'fastify';
import { listPlansAsProducts } from '../../models/catalog/plan.ts';
import { EU_RATES_AS_OF } from '../../models/tax/eu-rates.ts';
import { PRODUCT_KINDS, type ProductKind } from '../../models/tax/product-kind.ts';
import { findSeller, type Seller } from '../../models/tax/seller.ts';
import { listRates } from '../../models/tax/tax-rate.ts';
import type { Rate } from '../../models/tax/tax-terms.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import { countryChoices, countryName, type CountryChoice } from '../../views/country-text.ts';
import { formatDay } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import type { FormError } from '../../views/page-data.ts';
import { rateText } from '../../views/receipt-text.ts';
import type { TextKey } from '../../views/text.ts';
import { OWNERS } from '../navigation.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

/** What was typed; the names are those of the fields. */
export interface TypedSeller {
  readonly name: string;
  readonly address: string;
  readonly country: string;
  readonly taxNumber: string;
  readonly hasReverseCharge: boolean;
  readonly hasGatewayTax: boolean;
}
export interface TypedRateRow {
  readonly rateCountry: string;
  readonly rateKind: string;
  readonly rate: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    /** A box to tick, with a hint. */
    'tick-field': {
      readonly id: string;
      readonly label: string;
      readonly hint: string;
      readonly isTicked: boolean;
      readonly errors: readonly FormError[];
    };
  }
  interface Templates {
    'dashboard/tax/tax': DashboardData & {
      readonly seller: TypedSeller;
      readonly publicationName: string;
      readonly countries: readonly CountryChoice[];
      readonly rateCountries: readonly CountryChoice[];
      readonly kinds: readonly CountryChoice[];
      readonly rateKinds: readonly CountryChoice[];
      readonly rates: readonly {
        readonly id: string;
        readonly country: string;
        readonly kind: string;
        readonly rate: string;
        readonly removes: string;
      }[];
      readonly typedRate: TypedRateRow;
      readonly plans: readonly { readonly id: string; readonly name: string; readonly kind: ProductKind }[];
      readonly presetsAsOf: string;
      /** Whether the visitor may change anything here. */
      readonly isOwner: boolean;
    };
  }
}

const KINDS: Readonly<Record<ProductKind, TextKey>> = {
  print: 'dashboard.tax.kind-print',
  e_publication: 'dashboard.tax.kind-e-publication',
  electronic_service: 'dashboard.tax.kind-electronic-service',
};
const NO_RATE: TypedRateRow = { rateCountry: '', rateKind: '', rate: '' };

export async function showTaxPage(
  service: Service,
  visit: Visit,
  typed: { readonly seller?: TypedSeller; readonly rate?: TypedRateRow } = {},
  state: FormState = FRESH,
): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const { t, tag } = visit.language;
  const { database } = service;
  const [seller, rates, plans] = await Promise.all([
    findSeller(publication, database),
    listRates(publication, database),
    listPlansAsProducts(publication, database),
  ]);
  const countries = countryChoices(tag);
  const kinds = PRODUCT_KINDS.map((value) => ({ value, text: t(KINDS[value]) }));
  const data = {
    seller: typed.seller ?? toTyped(seller),
    publicationName: publication.name,
    countries: [{ value: '', text: t('dashboard.tax.no-country') }, ...countries],
    rateCountries: [{ value: '', text: t('dashboard.tax.every-country') }, ...countries],
    kinds,
    rateKinds: [{ value: '', text: t('dashboard.tax.every-kind') }, ...kinds],
    rates: rates.map((rate) => toRow(rate, visit.language)),
    typedRate: typed.rate ?? NO_RATE,
    plans: plans
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ id, name, productKind }) => ({ id, name, kind: productKind })),
    presetsAsOf: formatDay(Date.parse(EU_RATES_AS_OF), tag),
    isOwner: OWNERS.includes(role),
  };
  return showDashboard(service, visit, 'dashboard/tax/tax', data, state);
}

function toTyped({ name, address, country, taxNumber, hasReverseCharge, hasGatewayTax }: Seller): TypedSeller {
  return {
    name: name ?? '',
    address: address ?? '',
    country: country ?? '',
    taxNumber: taxNumber ?? '',
    hasReverseCharge,
    hasGatewayTax,
  };
}

function toRow({ country, productKind, rate }: Rate, { t, tag }: Language) {
  return {
    id: `${country}-${productKind}`.toLowerCase(),
    country: country === '' ? t('dashboard.tax.every-country') : countryName(country, tag),
    kind: productKind === '' ? t('dashboard.tax.every-kind') : t(KINDS[productKind]),
    rate: rateText(rate, tag),
    removes: `${country}/${productKind}`,
  };
}
