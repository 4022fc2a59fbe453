// The words for an export that is brought back: what it holds, what is in its way, and each fault with its place.
import type { RestoreFault } from '../../models/lifecycle/moving/restore.ts';
import { NO_EXPORT_REASONS } from '../../moving/no-export.ts';
import { EXPORT_FAULTS } from '../../moving/read-export.ts';
import { formatCount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import type { TextKey } from '../../views/text.ts';

const FAULTS = [...EXPORT_FAULTS, ...NO_EXPORT_REASONS, 'refused', 'conflict', 'fault'] as const;

export interface FaultOnPage {
  /** Such as `customers.jsonl, line 3`; empty for the whole. */
  readonly place: string;
  readonly text: string;
}

export function restoreFaultText(
  { t }: Pick<Language, 't'>,
  { fault, file, line = 0, words }: RestoreFault,
): FaultOnPage {
  const known = FAULTS.find((name) => name === fault) ?? 'fault';
  const place =
    file === undefined || line === 0 ? (file ?? '') : t('dashboard.restore.place', { file, line: String(line) });
  return { place, text: t(`dashboard.restore.fault.${known}`, words) };
}

interface Place {
  readonly text: TextKey;
  /** Empty for what has no page. */
  readonly path: string;
  /** The first is the kind that is counted. */
  readonly kinds: readonly string[];
}

const REST: Place = { text: 'dashboard.restore.history', path: '', kinds: ['events'] };
const PLACES: readonly Place[] = [
  {
    text: 'dashboard.people.title',
    path: '/people',
    kinds: [
      'customers',
      'address_changes',
      'newsletter_subscriptions',
      'mail_problems',
      'saved_filters',
      'customer_notes',
    ],
  },
  {
    text: 'dashboard.restore.subscriptions',
    path: '/people',
    kinds: ['subscriptions', 'billings', 'checkouts', 'trials'],
  },
  { text: 'dashboard.restore.payments', path: '/money', kinds: ['payments', 'refunds', 'gateway_customers'] },
  { text: 'dashboard.plans.title', path: '/plans', kinds: ['plans', 'prices'] },
  { text: 'dashboard.offers.title', path: '/offers', kinds: ['offers', 'offer_prices'] },
  { text: 'dashboard.pricing.title', path: '/price-changes', kinds: ['price_changes', 'price_change_moves'] },
  {
    text: 'dashboard.codes.title',
    path: '/codes',
    kinds: ['discount_codes', 'discount_code_offers', 'discount_redemptions'],
  },
  { text: 'dashboard.gifts.title', path: '/gifts', kinds: ['gifts'] },
  { text: 'dashboard.newsletters.title', path: '/newsletters', kinds: ['newsletters'] },
  {
    text: 'dashboard.free-offering.title',
    path: '/free-offering',
    kinds: ['free_offerings', 'free_offering_newsletters'],
  },
  { text: 'dashboard.applications.title', path: '/applications', kinds: ['oauth_applications'] },
  { text: 'dashboard.keys.title', path: '/keys', kinds: ['api_keys'] },
  { text: 'dashboard.endpoints.title', path: '/endpoints', kinds: ['event_endpoints'] },
  { text: 'dashboard.settings.title', path: '/settings', kinds: ['continue_hosts', 'publication_logos'] },
  { text: 'dashboard.mails.title', path: '/mails', kinds: ['mail_words'] },
  REST,
];

/** Where somebody finds what a publication has of these kinds. */
export function placesOf({ t }: Pick<Language, 't'>, kinds: readonly string[], base: string) {
  const places = new Set(kinds.map((kind) => PLACES.find((place) => place.kinds.includes(kind)) ?? REST));
  return [...places].map(({ text, path }) => ({ text: t(text), href: path === '' ? '' : base + path }));
}

/** How much an export holds of what somebody knows it by. */
export function countsOf({ t, tag }: Language, records: Readonly<Record<string, number>>) {
  return PLACES.map(({ text, kinds: [kind = ''] }) => ({ label: t(text), count: records[kind] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => ({ label, count: formatCount(count, tag) }));
}
