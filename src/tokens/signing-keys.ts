// The keys that sign ID tokens and logout tokens (service.md, Authentication 5; Core 10.1): made at the first start, and read again
// so often that every process follows a rotation, and drops a stolen key, within a second.
import { createPublicKey } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type CryptoKey } from 'jose';
import { addSeconds, type Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { newId } from '../database/ids.ts';
import type { SecretKeys } from '../database/secrets.ts';
import {
  addFirstSigningKey,
  addNextSigningKey,
  isPublished,
  listSigningKeyRecords,
  replaceSigningKeys,
  SIGNING_KEY_OVERLAP_SECONDS,
  stateOf,
  type SigningKey,
  type SigningKeyState,
} from '../models/sign-in/signing-key.ts';

/** Decisions 16: RS256 with 3072-bit keys. A key that was made shorter signs until its rotation. */
export const SIGNING_ALGORITHM = 'RS256';
export const MODULUS_LENGTH = 3072;
/** Our choice: requests share one reading of the keys for this long. A key that was replaced is used no longer than that. */
const RELOAD_SECONDS = 0.5;

/** RFC 7517: the public half as the key set publishes it. */
export type PublicJwk = {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
};

export interface CurrentKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** A key as the operator sees it. */
export interface ListedSigningKey {
  readonly kid: string;
  readonly state: SigningKeyState;
  readonly activeFrom: Date;
  readonly retiredAt: Date | undefined;
  readonly pem: string;
}

export class SigningKeys {
  readonly #database: Database;
  readonly #secretKeys: SecretKeys;
  readonly #clock: Clock;
  readonly #privateKeys = new Map<string, Promise<CryptoKey>>();
  readonly #publicKeys = new Map<string, Promise<CryptoKey>>();
  #records: Promise<readonly SigningKey[]> | undefined;
  #loadedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database, secretKeys: SecretKeys, clock: Clock) {
    this.#database = database;
    this.#secretKeys = secretKeys;
    this.#clock = clock;
  }

  /** The key that signs now; made when the environment has none yet. */
  async current(): Promise<CurrentKey> {
    const { id, privateKeyEncrypted } = await this.#current();
    if (privateKeyEncrypted === null) throw new Error(`the signing key ${id} has no private half`);
    const privateKey = await cached(this.#privateKeys, id, () =>
      importPKCS8(this.#secretKeys.decrypt('signing-key', privateKeyEncrypted), SIGNING_ALGORITHM),
    );
    return { kid: id, privateKey };
  }

  /** The key set: the current, upcoming and recently retired keys, newest first (Core 10.1.1). */
  async publicKeys(): Promise<PublicJwk[]> {
    await this.#current();
    const records = await this.#load();
    return records.filter((record) => isPublished(record, this.#clock.now())).map(toPublicJwk);
  }

  /** The current key as a PEM block. */
  async pem(): Promise<string> {
    return toPem(toPublicJwk(await this.#current()));
  }

  /** The keys that may have signed a token: the current one first, then the next, then those retired recently. */
  async published(): Promise<ListedSigningKey[]> {
    const current = await this.#current();
    const now = this.#clock.now();
    const others = (await this.#load()).filter((record) => record.id !== current.id && isPublished(record, now));
    return [
      current,
      ...others.filter((record) => stateOf(record, now) === 'upcoming').toReversed(),
      ...others.filter((record) => stateOf(record, now) !== 'upcoming'),
    ].map((record) => toListed(record, now));
  }

  /** The key that verifies what `kid` signed, retired keys included; undefined for a kid of another environment. */
  async verificationKey(kid: string): Promise<CryptoKey | undefined> {
    const record = (await this.#load()).find(({ id }) => id === kid);
    return record && cached(this.#publicKeys, kid, () => importPublicKey(toPublicJwk(record)));
  }

  async #current(): Promise<SigningKey> {
    return this.#findCurrent(await this.#load()) ?? (await this.#createFirst());
  }

  /** Where the clock was set back to before the first key's start, that key signs all the same. */
  #findCurrent(records: readonly SigningKey[]): SigningKey | undefined {
    const now = this.#clock.now();
    return (
      records.find((record) => stateOf(record, now) === 'current') ??
      records.findLast((record) => stateOf(record, now) === 'upcoming')
    );
  }

  async #createFirst(): Promise<SigningKey> {
    const key = await newSigningKey(this.#secretKeys, this.#clock.now(), this.#clock.now());
    await this.#database.transaction((transaction) => addFirstSigningKey(transaction, key));
    this.#records = undefined;
    const current = this.#findCurrent(await this.#load());
    if (current === undefined)
      throw new Error('every signing key is retired; make one with: masthead signing-key rotate');
    return current;
  }

  /** Counted from the start of the reading, so that a slow one shows nothing older; a failed one is repeated. */
  #load(): Promise<readonly SigningKey[]> {
    const now = this.#clock.now().getTime();
    // Math.abs: a clock that was set back must not keep an old list for ever.
    if (this.#records !== undefined && Math.abs(now - this.#loadedAt) < RELOAD_SECONDS * 1000) return this.#records;
    this.#loadedAt = now;
    const records = this.#read();
    this.#records = records;
    records.catch(() => {
      if (this.#records === records) this.#records = undefined;
    });
    return records;
  }

  async #read(): Promise<readonly SigningKey[]> {
    const records = await listSigningKeyRecords(this.#database);
    const known = new Set(records.map(({ id }) => id));
    for (const keys of [this.#privateKeys, this.#publicKeys])
      for (const kid of keys.keys()) if (!known.has(kid)) keys.delete(kid);
    return records;
  }
}

/** Ordered by the start of activity, newest first. */
export async function listSigningKeys(database: Database, clock: Clock): Promise<ListedSigningKey[]> {
  const records = await listSigningKeyRecords(database);
  return records.map((record) => toListed(record, clock.now()));
}

/**
 * Makes the next key. Planned: it is published now and signs a day later; the old one signs until then and stays published for another day.
 * Compromised: it signs at once and every other key is removed, so that nothing signed by the stolen one is accepted.
 */
export async function rotateSigningKey(
  database: Database,
  secretKeys: SecretKeys,
  clock: Clock,
  reason: 'planned' | 'compromised',
): Promise<ListedSigningKey> {
  const now = clock.now();
  const activeFrom = reason === 'planned' ? addSeconds(now, SIGNING_KEY_OVERLAP_SECONDS) : now;
  const key = await newSigningKey(secretKeys, now, activeFrom);
  const store = reason === 'planned' ? addNextSigningKey : replaceSigningKeys;
  await database.transaction((transaction) => store(transaction, key));
  return toListed(key, now);
}

async function newSigningKey(secretKeys: SecretKeys, createdAt: Date, activeFrom: Date): Promise<SigningKey> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: MODULUS_LENGTH, extractable: true });
  const { n, e } = await exportJWK(pair.publicKey);
  return {
    id: newId('kid', createdAt),
    publicJwk: JSON.stringify({ n, e }),
    privateKeyEncrypted: secretKeys.encrypt('signing-key', await exportPKCS8(pair.privateKey)),
    createdAt: createdAt.getTime(),
    activeFrom: activeFrom.getTime(),
    retiredAt: null,
  };
}

/** RFC 7517, 4 and 9.3: only the public members, whatever was stored. */
function toPublicJwk(record: SigningKey): PublicJwk {
  const { n, e } = JSON.parse(record.publicJwk) as { n: string; e: string };
  return { kty: 'RSA', use: 'sig', alg: SIGNING_ALGORITHM, kid: record.id, n, e };
}

function toPem({ kty, n, e }: PublicJwk): string {
  return createPublicKey({ key: { kty, n, e }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
}

function toListed(record: SigningKey, now: Date): ListedSigningKey {
  return {
    kid: record.id,
    state: stateOf(record, now),
    activeFrom: new Date(record.activeFrom),
    retiredAt: record.retiredAt === null ? undefined : new Date(record.retiredAt),
    pem: toPem(toPublicJwk(record)),
  };
}

async function importPublicKey(jwk: PublicJwk): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('an RSA key was imported as a secret');
  return key;
}

function cached(
  known: Map<string, Promise<CryptoKey>>,
  kid: string,
  make: () => Promise<CryptoKey>,
): Promise<CryptoKey> {
  const found = known.get(kid);
  if (found !== undefined) return found;
  const made = make();
  known.set(kid, made);
  made.catch(() => known.delete(kid));
  return made;
}
