// The service's public signing keys, from the JWKS of the publication's site: fetched when needed, kept, and fetched anew when a token names
// a key that is not among them, as it does after a rotation.

/** A public RSA key of a JWK set; its fields as RFC 7517 and RFC 7518 name them. */
export interface Key {
  readonly kty?: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly n?: string;
  readonly e?: string;
}

/** Finds the key that a token names. Undefined where there is none. Throws where the keys cannot be had. */
export type KeySource = (keyId: string | undefined) => Promise<Key | undefined>;

export interface RemoteKeysOptions {
  /** How long fetched keys are used, in seconds. Default: 600. */
  readonly maxAgeSeconds?: number;
  /** How long not to ask again for a key that was not there, in seconds. Default: 30. */
  readonly cooldownSeconds?: number;
  /** Milliseconds. Default: 5,000. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
}

/** The keys at an address such as https://news.example.org/.well-known/jwks.json. Make one and keep it: it holds the cache. */
export function remoteKeys(jwksUri: string, options: RemoteKeysOptions = {}): KeySource {
  const { maxAgeSeconds = 600, cooldownSeconds = 30, timeout = 5_000 } = options;
  const load = options.fetch ?? ((input, init) => fetch(input, init));
  let keys: readonly Key[] = [];
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    const response = await load(jwksUri, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      headers: { Accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`the signing keys cannot be had: ${response.status} from ${jwksUri}`);
    ({ keys } = (await response.json()) as { keys: readonly Key[] });
    fetchedAt = Date.now();
  };
  const refreshOnce = (): Promise<void> => (fetching ??= refresh().finally(() => (fetching = undefined)));
  const find = (keyId: string | undefined): Key | undefined =>
    keyId === undefined && keys.length === 1 ? keys[0] : keys.find(({ kid }) => kid === keyId);

  return async (keyId) => {
    const age = (Date.now() - fetchedAt) / 1000;
    const isKnown = find(keyId) !== undefined;
    if (age > maxAgeSeconds || (!isKnown && age > cooldownSeconds)) await refreshOnce();
    return find(keyId);
  };
}
