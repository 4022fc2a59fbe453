// The customer of the path.
import type { Visit } from '../visit.ts';

export function customerIdOf({ request }: Pick<Visit, 'request'>): string {
  const { customer = '' } = request.params as { customer?: string };
  return customer;
}
