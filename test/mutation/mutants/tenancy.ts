// Filters by publication that are dropped: what one publication has is then shown to another, or changed by it.
import type { Mutant } from '../mutant.ts';

const DATA_API = 'test/tenancy/data-api.test.ts';
const PAGES = 'test/tenancy/pages.test.ts';
const FORMS = 'test/tenancy/forms.test.ts';
const COMMAND_LINE = 'test/tenancy/command-line.test.ts';

interface Dropped {
  readonly what: string;
  readonly file: string;
  /** Around the filter, which is `publication_id = ?`: exactly once in the file. */
  readonly find: string;
  readonly test: string;
}

/** True for the rows of all publications; the statement keeps its values. */
function dropped({ what, file, find, test }: Dropped): Mutant {
  const replace = find.replace(/(?:\w\.)?publication_id = \?/, '($& or 1 = 1)');
  return { what, file: `src/models/${file}.ts`, find, replace, part: 'sqlite', tests: [test] };
}

export const TENANCY_MUTANTS: readonly Mutant[] = [
  dropped({
    what: 'the data API lists the prices of all publications',
    file: 'price',
    find: 'from prices where publication_id = ? and id < ? order by',
    test: DATA_API,
  }),
  dropped({
    what: 'the data API lists the newsletters of all publications',
    file: 'newsletter',
    find: 'where publication_id = ? and id < ?',
    test: DATA_API,
  }),
  dropped({
    what: 'the data API lists the plans of all publications',
    file: 'plan',
    find: 'where publication_id = ? and id < ?',
    test: DATA_API,
  }),
  dropped({
    what: 'the data API lists the offers of all publications',
    file: 'offer-list',
    find: 'where o.publication_id = ? and ${condition}',
    test: DATA_API,
  }),
  dropped({
    what: 'the data API lists the subscriptions of all publications',
    file: 'subscription-list',
    find: "['subscriptions s', 's.publication_id = ?']",
    test: DATA_API,
  }),
  dropped({
    what: 'a subscription of another publication is shown by its id',
    file: 'subscription-list',
    find: 'where s.publication_id = ? and s.id = ?',
    test: DATA_API,
  }),
  dropped({
    what: 'the page of the free offering shows the newsletters of all publications',
    file: 'free-offering',
    find: 'where f.publication_id = ? order by',
    test: PAGES,
  }),
  dropped({
    what: 'a new address ends the codes that other publications wrote to it',
    file: 'customer-email',
    find: 'where publication_id = ? and email_normalized = ? and used_at is null',
    test: FORMS,
  }),
  dropped({
    what: 'erasing a person deletes the codes that other publications wrote to the address',
    file: 'customer-erasure',
    find: 'where publication_id = ? and email_normalized = ?',
    test: DATA_API,
  }),
  dropped({
    what: 'an address that a customer of another publication has is taken',
    file: 'customer-email',
    find: "where publication_id = ? and email_normalized = ?')",
    test: FORMS,
  }),
  dropped({
    what: "a night's comparison with the gateway is written over that of other publications",
    file: 'reconciliation',
    find: 'where publication_id = ? and night = ?',
    test: FORMS,
  }),
  dropped({
    what: 'erasing a person takes the recipient from gifts in all publications',
    file: 'gift',
    find: 'where publication_id = ? and recipient_email_normalized = ?',
    test: FORMS,
  }),
  dropped({
    what: 'changing an offer changes the offers of that slug in all publications',
    file: 'offer',
    find: 'trial_days = ? where publication_id = ? and slug = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'disabling a discount code disables it in all publications',
    file: 'discount-code',
    find: 'disabled_at = coalesce(disabled_at, ?) where publication_id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'a discount code is made for the offers of that slug in all publications',
    file: 'discount-code',
    find: 'from offers where publication_id = ? and slug = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the discount codes of all publications are listed',
    file: 'discount-code',
    find: 'where publication_id = ? order by id`',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'replacing the free offering takes the newsletters out of all free offerings',
    file: 'free-offering',
    find: 'delete from free_offering_newsletters where publication_id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'an endpoint is sent an event of another publication',
    file: 'event-log',
    find: 'where e.publication_id = ? and e.id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the payments of all publications are listed',
    file: 'payment-list',
    find: 'where y.publication_id = ? and y.id < ? order by',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the payments of a customer of another publication are listed',
    file: 'payment-list',
    find: 'where y.publication_id = ? and y.id < ? and y.customer_id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the prices of all publications are listed',
    file: 'price',
    find: 'where publication_id = ? order by plan_id',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'an offer is taken off the pages of all publications that have its slug',
    file: 'offer',
    find: 'archived_at = ? where publication_id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: "an offer is made with another publication's price",
    file: 'offer',
    find: 'from prices where publication_id = ? and id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the plans of all publications are listed',
    file: 'plan',
    find: 'from plans where publication_id = ? order by id',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the newsletters of all publications are listed',
    file: 'newsletter',
    find: 'from newsletters where publication_id = ? order by id',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the gifts of all publications are listed',
    file: 'gift',
    find: "where g.publication_id = ? and g.state not in ('open', 'abandoned') order by",
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'what is sent for all publications is listed',
    file: 'delivery',
    find: 'from deliveries where publication_id = ? and id < ? order by',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'what is sent for all publications is listed by its state',
    file: 'delivery',
    find: 'from deliveries where publication_id = ? and id < ? and state = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'a payment of another publication is shown by its id',
    file: 'payment-list',
    find: 'where y.publication_id = ? and y.id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: "another publication's comparison with the gateway is shown",
    file: 'reconciliation',
    find: 'where publication_id = ? and ended_at is not null',
    test: COMMAND_LINE,
  }),
  dropped({
    what: "another publication's Stripe account is shown",
    file: 'stripe-account',
    find: "from stripe_accounts where publication_id = ?'",
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'disconnecting from Stripe disconnects all publications',
    file: 'stripe-account',
    find: 'delete from stripe_accounts where publication_id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the hosts that all publications allow are listed',
    file: 'continue-host',
    find: 'where publication_id = ? order by host',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'a host is allowed no more in all publications',
    file: 'continue-host',
    find: 'delete from continue_hosts where publication_id = ?',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'members for load tests are counted in all publications',
    file: 'demo-member',
    find: "where publication_id = ? and email like 'm%@example.test'",
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'sessions for load tests are of members of all publications',
    file: 'demo-member',
    find: 'where publication_id = ? and email is not null',
    test: COMMAND_LINE,
  }),
  dropped({
    what: 'the free offering of another publication is shown',
    file: 'free-offering',
    find: 'from free_offerings where publication_id = ?',
    test: PAGES,
  }),
  dropped({
    what: 'the data of a person holds codes that other publications wrote to the address',
    file: 'customer-export',
    find: 'where publication_id = ? and (email_normalized = ? or intent like ?)',
    test: PAGES,
  }),
  dropped({
    what: 'a plan of another publication is found by its id or slug',
    file: 'plan',
    find: 'where publication_id = ? and (id = ? or slug = ?)',
    test: DATA_API,
  }),
  dropped({
    what: 'a newsletter of another publication is found by its id or slug',
    file: 'newsletter',
    find: 'where publication_id = ? and (id = ? or slug = ?)',
    test: DATA_API,
  }),
  dropped({
    what: 'a price of another publication is shown by its id',
    file: 'price',
    find: 'from prices where publication_id = ? and id = ?',
    test: DATA_API,
  }),
  dropped({
    what: 'the data API lists the events of all publications',
    file: 'event-log',
    find: 'where e.publication_id = ? ${more}',
    test: DATA_API,
  }),
  dropped({
    what: 'the data API lists the people of all publications',
    file: 'customer-list',
    find: 'where c.publication_id = ? and c.gone_at is null ${condition}`',
    test: DATA_API,
  }),
];
