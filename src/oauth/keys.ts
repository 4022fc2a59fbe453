// GET /.well-known/jwks.json, /.well-known/signing-key.pem and /.well-known/signing-keys.pem (service.md, Authentication 5: the environment's public
// key as a PEM block; Core 10.1, RFC 7517): the public signing keys in two formats.
import type { Reply, SignInRequest } from '../http/operation.ts';
import type { Service } from '../service.ts';
import { getPublication } from '../site/publication.ts';
import { PUBLIC_METADATA } from './discovery.ts';

/** Returns the current key, those that become active next and those that were retired recently. */
export async function getJwks(service: Service, request: SignInRequest): Promise<Reply<'getJwks'>> {
  await getPublication(service, request);
  const keys = await service.signingKeys.publicKeys();
  return { status: 200, headers: PUBLIC_METADATA, body: { keys } };
}

/** Returns the current key. */
export async function getSigningKeyPem(service: Service, request: SignInRequest): Promise<Reply<'getSigningKeyPem'>> {
  await getPublication(service, request);
  return { status: 200, headers: PUBLIC_METADATA, body: await service.signingKeys.pem() };
}

/**
 * Returns every key of the key set (decisions 46). Our choice: the current key comes first, since many programs read the
 * first block only, and nothing but line ends stands between the blocks, since not every reader passes over text.
 */
export async function getSigningKeysPem(service: Service, request: SignInRequest): Promise<Reply<'getSigningKeysPem'>> {
  await getPublication(service, request);
  const keys = await service.signingKeys.published();
  return { status: 200, headers: PUBLIC_METADATA, body: keys.map(({ pem }) => pem).join('') };
}
