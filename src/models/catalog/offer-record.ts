// The rows of offers and of the prices that they have. Only offer*.ts writes them.
import { belongsTo, TenantRecord } from '../record.ts';
import { PlacedRecord } from './placed.ts';

export class OfferRecord extends PlacedRecord {
  static override tableName = 'offers';
  static override booleans = ['giftable', 'recommended'];
  declare planId: string;
  declare name: string;
  declare description: string | null;
  /** The days of the free trial before the first payment; null without a trial. */
  declare trialDays: number | null;
  /** Whether readers can give it as a gift. */
  declare giftable: boolean;
  /** A line for each; null for none. */
  declare benefits: string | null;
  /** One offer of a publication at most. */
  declare recommended: boolean;
}

export class OfferPriceRecord extends TenantRecord {
  static override tableName = 'offer_prices';
  static override relationMappings = () => belongsTo('offer_prices', { offer: [OfferRecord, 'offerId'] });
  static override idColumn = ['publicationId', 'offerId', 'priceId'];
  declare offerId: string;
  declare priceId: string;
}
