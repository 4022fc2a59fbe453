// How often one customer may ask the payment gateway for something by the pages (decisions 33): nobody's honest change of mind comes near it.
import { countTowards, type Limit } from '../../models/limit.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { TooManyRequests } from '../../site/errors.ts';

/** Our choice. */
const GATEWAY_STEPS_PER_CUSTOMER_AND_HOUR: Limit = { count: 60, seconds: 3600 };

/** Throws TooManyRequests. */
export async function countGatewayStep(
  { database, clock }: Service,
  publication: PublicationRow,
  customerId: string,
): Promise<void> {
  const bucket = `gateway steps ${publication.id} ${customerId}`;
  const { isExceeded, resetsIn } = await database.transaction((transaction) =>
    countTowards(transaction, clock, bucket, GATEWAY_STEPS_PER_CUSTOMER_AND_HOUR),
  );
  if (isExceeded) throw new TooManyRequests(resetsIn);
}
