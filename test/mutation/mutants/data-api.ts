// Faults of the data API: keys, other publications' records, repeated requests and what events tell.
import type { Mutant } from '../mutant.ts';
import { sqliteMutant } from '../sqlite-mutant.ts';

export const DATA_API_MUTANTS: readonly Mutant[] = [
  sqliteMutant(
    'A revoked API key stays good',
    'api/gate',
    ["if (known.revokedAt !== null) throw unauthorized('revoked_api_key');", ''],
    'api/gate',
  ),
  sqliteMutant(
    "A publisher can cancel another publication's subscription",
    'models/subscription',
    [
      "set status = 'canceled', canceled_at = ? where publication_id = ?",
      "set status = 'canceled', canceled_at = ? where (publication_id = ? or true)",
    ],
    'tenancy/data-api',
  ),
  sqliteMutant(
    'The lists of people hold those of every publication',
    'models/customer-list',
    ['from customers c where c.publication_id = ?', 'from customers c where (c.publication_id = ? or true)'],
    'tenancy/data-api',
  ),
  sqliteMutant(
    'The list of plans holds those of every publication',
    'models/plan',
    ['from plans where publication_id = ? and id < ?', 'from plans where (publication_id = ? or true) and id < ?'],
    'api/catalog',
  ),
  sqliteMutant(
    "One plan can be read by another publication's key",
    'models/plan',
    ['where publication_id = ? and (id = ?', 'where (publication_id = ? or true) and (id = ?'],
    'tenancy/data-api',
  ),
  sqliteMutant(
    'Offers of every publication can be read',
    'models/offer-list',
    ['where o.publication_id = ? and', 'where (o.publication_id = ? or true) and'],
    'tenancy/data-api',
  ),
  sqliteMutant(
    'The log of events is that of every publication',
    'models/event-log',
    ['where e.publication_id = ? ${more}', 'where (e.publication_id = ? or true) ${more}'],
    'events/pull',
  ),
  sqliteMutant(
    'Under a known Idempotency-Key another request gets the first answer',
    'models/idempotency-answer',
    ["isSameRequest: secretKeys.isMac('idempotency-request', requestHash, row.requestHash)", 'isSameRequest: true'],
    'api/idempotency',
  ),
  sqliteMutant(
    'The token of an activation URL carries 24 bits',
    'models/activation',
    ['TOKEN_LENGTH = 22', 'TOKEN_LENGTH = 4'],
    'api/customers',
  ),
  sqliteMutant(
    'A new name is told to nobody',
    'models/customer-update',
    ['...(former.name === next.name ? {} : { name: former.name }) ', ''],
    'events/pull',
  ),
  sqliteMutant(
    'Subscriptions that move in a merge are told to nobody',
    'models/customer-merge',
    [
      "await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', moved, { customerId: fromId }));",
      'void moved;',
    ],
    'events/ledger',
  ),
];
