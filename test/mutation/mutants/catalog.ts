// Faults in what is archived and brought back.
import type { Mutant } from '../mutant.ts';

const ARCHIVE = ['test/models/archive.test.ts'];
const OFFERS = ['test/dashboard/catalog/offers.test.ts'];
const OWN_TEXTS = ['test/pages/own-texts.test.ts'];
const DASHBOARD = ['test/dashboard/catalog/archive.test.ts'];

export const CATALOG_MUTANTS: readonly Mutant[] = [
  {
    what: 'A plan is archived while offers of it are for sale',
    file: 'src/models/catalog/plan.ts',
    find: 'if (selling.length > 0)',
    replace: 'if (selling.length > 100)',
    part: 'sqlite',
    tests: ARCHIVE,
  },
  {
    what: 'An archived plan takes new offers and prices',
    file: 'src/models/catalog/plan.ts',
    find: `  if (plan.archivedAt !== null)
    throw`,
    replace: `  if (plan.archivedAt === 0)
    throw`,
    part: 'sqlite',
    tests: ARCHIVE,
  },
  {
    what: 'The last price of an offer for sale is archived',
    file: 'src/models/catalog/price.ts',
    find: 'if (offers.length > 0)',
    replace: 'if (offers.length > 100)',
    part: 'sqlite',
    tests: ARCHIVE,
  },
  {
    what: 'An archived price can be bought',
    file: 'src/models/catalog/offer.ts',
    find: ' and pr.id = op.price_id and pr.archived_at is null',
    replace: ' and pr.id = op.price_id',
    part: 'sqlite',
    tests: ['test/payments/archived.test.ts', ...ARCHIVE],
  },
  {
    what: 'A subscriber can change to an archived price',
    file: 'src/payments/switch.ts',
    find: '(newPrice.archivedAt !== null && newPrice.id !== billing.priceId)',
    replace: '(newPrice.archivedAt === 0 && newPrice.id !== billing.priceId)',
    part: 'sqlite',
    tests: ['test/payments/archived.test.ts'],
  },
  {
    what: 'The address of an offer for sale can be taken away',
    file: 'src/models/catalog/offer-slug.ts',
    find: `  if (archivedAt === null)
    throw`,
    replace: `  if (archivedAt === 0)
    throw`,
    part: 'sqlite',
    tests: ARCHIVE,
  },
  {
    what: 'Somebody can newly subscribe to an archived newsletter',
    file: 'src/models/people/newsletter-subscription.ts',
    find: 'and n.id = :newsletterId and n.archived_at is null',
    replace: 'and n.id = :newsletterId',
    part: 'sqlite',
    tests: ARCHIVE,
  },
  {
    what: 'The data API subscribes to an archived newsletter',
    file: 'src/models/people/newsletter-subscription.ts',
    find: 'archivedAt === null || received.has(id)',
    replace: "id !== ''",
    part: 'sqlite',
    tests: ARCHIVE,
  },
  {
    what: 'A withdrawn free offering stays on the pages',
    file: 'src/models/catalog/free-offering.ts',
    find: 'return found?.withdrawnAt === null ? found : undefined;',
    replace: 'return found;',
    part: 'sqlite',
    tests: [...ARCHIVE, ...DASHBOARD],
  },
  {
    what: 'The same move twice moves twice',
    file: 'src/models/catalog/placed.ts',
    find: "others.indexOf(beside) + (side === 'after' ? 1 : 0)",
    replace: "rows.indexOf(row) + (side === 'after' ? 1 : -1)",
    part: 'sqlite',
    tests: [...ARCHIVE, ...DASHBOARD],
  },
  {
    what: 'The forms of a page act for one of its records alone',
    file: 'templates/parts/act-button.eta',
    find: '`${it.formId}-${it.id}`',
    replace: 'it.formId',
    part: 'sqlite',
    tests: DASHBOARD,
  },
  {
    what: 'A gift is sent again as often as one likes',
    file: 'src/dashboard/catalog/gifts.ts',
    find: 'if (limit.isExceeded)',
    replace: 'if (limit.resetsIn < 0)',
    part: 'sqlite',
    tests: ['test/dashboard/catalog/codes.test.ts'],
  },
  {
    what: 'An offer that cannot be given is among the gifts',
    file: 'src/pages/gift/gift.ts',
    find: '.filter(({ giftable }) => giftable)',
    replace: '.filter(() => true)',
    part: 'sqlite',
    tests: ['test/dashboard/catalog/codes.test.ts'],
  },
  {
    what: 'A link of an offer carries a code of another one',
    file: 'src/dashboard/catalog/offer-links.ts',
    find: 'offerSlugs.length === 0 || offerSlugs.includes(slug)',
    replace: 'offerSlugs.length >= 0 || offerSlugs.includes(slug)',
    part: 'sqlite',
    tests: ['test/dashboard/catalog/codes.test.ts'],
  },
  {
    what: 'A new offer is recommended beside another',
    file: 'src/models/catalog/offer.ts',
    find: '  if (shown.recommended) await recommendNone(publication, transaction);\n',
    replace: '',
    part: 'sqlite',
    tests: OFFERS,
  },
  {
    what: 'A list of newsletters leaves out the plans that they come with',
    file: 'src/api/newsletters.ts',
    find: 'plans.get(newsletter.id) ?? []',
    replace: '[]',
    part: 'sqlite',
    tests: ['test/api/catalog.test.ts'],
  },
  {
    what: 'Words in another language are shown on pages in the own one',
    file: 'src/models/publication/texts.ts',
    find: 'language === baseOf(locale) ? undefined : readTexts',
    replace: 'language === baseOf(tag) ? readTexts(texts).de?.[field] : readTexts',
    part: 'sqlite',
    tests: OWN_TEXTS,
  },
  {
    what: 'A fallback is marked with the language of the page',
    file: 'src/models/publication/texts.ts',
    find: '{ value: own, lang: locale }',
    replace: '{ value: own, lang: tag }',
    part: 'sqlite',
    tests: OWN_TEXTS,
  },
  {
    what: "The publication's own language may be written as another one",
    file: 'src/models/publication/texts.ts',
    find: 'if (language === baseOf(locale))',
    replace: 'if (language === locale.slice(5))',
    part: 'sqlite',
    tests: OWN_TEXTS,
  },
];
