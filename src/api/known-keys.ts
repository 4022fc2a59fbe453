// What the database says of an API key. The requests of 100 ms share an answer: a revocation is seen at once where it was made, and that much
// later in other processes (reliability R-A8: within a second).
import type { Database } from '../database/connection.ts';
import { findApiKey, isRevokedHere, type KnownApiKey } from '../models/publication/api-key.ts';

/** Our choice. By the process's own time, so that a clock that is set does not stretch it. */
const SHARED_MILLISECONDS = 100;

type LookUp = Promise<KnownApiKey | undefined>;

export class KnownKeys {
  readonly #database: Database;
  readonly #lookUps = new Map<string, LookUp>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The key's record with its publication, revoked or not; undefined for an unknown key. */
  async find(key: string): LookUp {
    const known = await (this.#lookUps.get(key) ?? this.#lookUp(key));
    return known !== undefined && isRevokedHere(known.apiKeyId) ? findApiKey(this.#database, key) : known;
  }

  #lookUp(key: string): LookUp {
    const lookUp = findApiKey(this.#database, key);
    const forget = (): void => {
      if (this.#lookUps.get(key) === lookUp) this.#lookUps.delete(key);
    };
    this.#lookUps.set(key, lookUp);
    setTimeout(forget, SHARED_MILLISECONDS).unref();
    // A key that was made since is good at once.
    lookUp.then((known) => known === undefined && forget(), forget);
    return lookUp;
  }
}
