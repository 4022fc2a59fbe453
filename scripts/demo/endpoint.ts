// The event endpoint of the demo's website: created at the first start, updated with PORT; its secret is rotated where data/demo.json lacks it.
import type { Transaction } from '../../src/database/connection.ts';
import {
  createEventEndpoint,
  listEventEndpoints,
  rotateEndpointSecret,
  signingSecretsOf,
  updateEventEndpoint,
} from '../../src/models/outbox/event-endpoint.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import type { Service } from '../../src/service.ts';
import type { DemoAddresses } from './addresses.ts';
import type { Remembered } from './file.ts';

const POLICY = { allowsLoopbackHttp: true };

export interface DemoEndpoint {
  readonly endpoint_id: string;
  readonly endpoint_secret: string;
}

export async function ensureEndpoint(
  publication: Publication,
  transaction: Transaction,
  { clock, secretKeys }: Pick<Service, 'clock' | 'secretKeys'>,
  { events_url: url }: DemoAddresses,
  remembered: Remembered | undefined,
): Promise<DemoEndpoint> {
  const endpoints = await listEventEndpoints(publication, transaction);
  const known =
    endpoints.find(({ id }) => id === remembered?.endpoint_id) ??
    endpoints.find((endpoint) => withoutPort(endpoint.url) === withoutPort(url));
  if (known === undefined) {
    const { endpoint, secret } = await createEventEndpoint(
      publication,
      transaction,
      clock,
      secretKeys,
      { url, types: [] },
      POLICY,
    );
    return { endpoint_id: endpoint.id, endpoint_secret: secret };
  }
  await updateEventEndpoint(publication, transaction, known.id, { url }, POLICY);
  const secret = signingSecretsOf(secretKeys, known.secrets, clock.now()).find(
    (one) => one === remembered?.endpoint_secret,
  );
  return {
    endpoint_id: known.id,
    endpoint_secret: secret ?? (await rotateEndpointSecret(publication, transaction, clock, secretKeys, known)),
  };
}

function withoutPort(url: string): string {
  const { protocol, hostname, pathname } = new URL(url);
  return `${protocol}//${hostname}${pathname}`;
}
