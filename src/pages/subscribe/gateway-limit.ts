// The rate limit of requests to the payment gateway that one customer causes by the pages (decisions 33), far above
// honest use.
import type { Limit } from '../../models/limit.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { TooManyRequests } from '../../site/errors.ts';

/** Our choice. */
const GATEWAY_REQUESTS_PER_CUSTOMER_AND_HOUR: Limit = { count: 60, seconds: 3600 };

/** Counts a request. Throws TooManyRequests beyond the limit. */
export async function countGatewayRequest(
  { limiter }: Service,
  publication: PublicationRow,
  customerId: string,
): Promise<void> {
  const bucket = `gateway steps ${publication.id} ${customerId}`;
  const { isExceeded, resetsIn } = await limiter.count(bucket, GATEWAY_REQUESTS_PER_CUSTOMER_AND_HOUR);
  if (isExceeded) throw new TooManyRequests(resetsIn);
}
