// The changes that figures are made of, as lists read them. src/models/figure-change.ts writes them.
import { PlanRecord } from '../catalog/plan.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import { belongsTo, TenantRecord } from '../record.ts';

export class FigureChangeRecord extends TenantRecord {
  static override tableName = 'figure_changes';
  static override relationMappings = () =>
    belongsTo('figure_changes', { customer: [CustomerRecord, 'customerId'], plan: [PlanRecord, 'planId'] });
  declare number: number;
  /** In milliseconds. */
  declare at: number;
  declare figure: string;
  declare part: string;
  declare customerId: string;
  declare recordId: string | null;
  declare planId: string | null;
  declare amount: number;
  declare currency: string;
}
