// Postal addresses, and plans that are sent to them.
import { updatePlan, type Plan } from '../../../src/models/catalog/plan.ts';
import type { TestSite } from './site.ts';

/** The parts that an address does not have, as the data API shows them. */
export const NO_ADDRESS_PARTS = {
  organization: null,
  line1: null,
  line2: null,
  district: null,
  city: null,
  region: null,
  postal_code: null,
};

/** The parts of one in Germany, as forms name them. */
export const BERLIN = { country: 'DE', name: 'Ada', line1: 'Hauptstraße 1', postal_code: '10827', city: 'Berlin' };

/** Has a plan be sent by post. */
export async function sendByPost({ service, publication }: TestSite, plan: Plan): Promise<void> {
  await service.database.transaction((transaction) =>
    updatePlan(publication, transaction, plan.id, { sentByPost: true }),
  );
}
