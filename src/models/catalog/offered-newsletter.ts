// Which newsletters are in the free offering.
import { TenantRecord } from '../record.ts';

export class OfferedNewsletterRecord extends TenantRecord {
  static override tableName = 'free_offering_newsletters';
  static override idColumn = ['publicationId', 'newsletterId'];
  declare newsletterId: string;
}
