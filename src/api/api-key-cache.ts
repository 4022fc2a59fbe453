// A cache of API keys. Requests within 100 ms share one look-up: a revocation takes effect at once in the process that
// made it, and that much later in others (reliability R-A8: within a second).
import type { Database } from '../database/connection.ts';
import { findApiKey, isRevokedHere, type KnownApiKey } from '../models/publication/api-key.ts';

/** Our choice. Measured by a timer of the process, so that setting the clock does not stretch it. */
const CACHE_MILLISECONDS = 100;

type LookUp = Promise<KnownApiKey | undefined>;

export class ApiKeyCache {
  readonly #database: Database;
  readonly #lookUps = new Map<string, LookUp>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The record of the API key with its publication, revoked or not; undefined for an unknown key. */
  async find(apiKey: string): LookUp {
    const known = await (this.#lookUps.get(apiKey) ?? this.#lookUp(apiKey));
    return known !== undefined && isRevokedHere(known.apiKeyId) ? findApiKey(this.#database, apiKey) : known;
  }

  #lookUp(apiKey: string): LookUp {
    const lookUp = findApiKey(this.#database, apiKey);
    const evict = (): void => {
      if (this.#lookUps.get(apiKey) === lookUp) this.#lookUps.delete(apiKey);
    };
    this.#lookUps.set(apiKey, lookUp);
    setTimeout(evict, CACHE_MILLISECONDS).unref();
    // An unknown key is not cached: a key that is created next is valid at once.
    lookUp.then((known) => known === undefined && evict(), evict);
    return lookUp;
  }
}
