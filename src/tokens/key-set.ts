// A published key set as a client reads it (RFC 7517): whether it verifies what the service signs now.
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { SIGNING_ALGORITHM } from './signing-keys.ts';

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/** Returns undefined for text that is no key set. */
export function parseKeySet(text: string): JSONWebKeySet | undefined {
  try {
    return keySet.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export async function isVerifiedBy(keys: JSONWebKeySet, token: string): Promise<boolean> {
  return compactVerify(token, createLocalJWKSet(keys), { algorithms: [SIGNING_ALGORITHM] }).then(
    () => true,
    () => false,
  );
}
