// The keys that sign ID tokens and logout tokens (service.md, Authentication 5; Core 10.1): made at the first start, and reloaded every
// minute so that all instances follow a rotation.
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

/** Decisions 16: RS256 with 2048-bit keys. */
export const SIGNING_ALGORITHM = 'RS256';
const MODULUS_LENGTH = 2048;
const RELOAD_SECONDS = 60;
/** An unknown kid may be a key of another instance, so it causes a reload; at most this often, as anybody can send one. */
const RELOAD_FOR_UNKNOWN_SECONDS = 5;

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
  #records: readonly SigningKey[] = [];
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
    return this.#records.filter((record) => isPublished(record, this.#clock.now())).map(toPublicJwk);
  }

  /** The current key as a PEM block. */
  async pem(): Promise<string> {
    return toPem(toPublicJwk(await this.#current()));
  }

  /** The key that verifies what `kid` signed, retired keys included; undefined for a kid of another environment. */
  async verificationKey(kid: string): Promise<CryptoKey | undefined> {
    const record = (await this.#find(kid)) ?? (await this.#find(kid, RELOAD_FOR_UNKNOWN_SECONDS));
    return record && cached(this.#publicKeys, kid, () => importPublicKey(toPublicJwk(record)));
  }

  async #find(kid: string, reloadSeconds = RELOAD_SECONDS): Promise<SigningKey | undefined> {
    await this.#load(reloadSeconds);
    return this.#records.find(({ id }) => id === kid);
  }

  async #current(): Promise<SigningKey> {
    await this.#load(RELOAD_SECONDS);
    return this.#findCurrent() ?? (await this.#createFirst());
  }

  /** Where the clock was set back to before the first key's start, that key signs all the same. */
  #findCurrent(): SigningKey | undefined {
    const now = this.#clock.now();
    return (
      this.#records.find((record) => stateOf(record, now) === 'current') ??
      this.#records.findLast((record) => stateOf(record, now) === 'upcoming')
    );
  }

  async #createFirst(): Promise<SigningKey> {
    const key = await newSigningKey(this.#secretKeys, this.#clock.now(), this.#clock.now());
    await this.#database.transaction((transaction) => addFirstSigningKey(transaction, key));
    await this.#load(0);
    const current = this.#findCurrent();
    if (current === undefined)
      throw new Error('every signing key is retired; make one with: masthead signing-key rotate');
    return current;
  }

  async #load(reloadSeconds: number): Promise<void> {
    const now = this.#clock.now().getTime();
    // Math.abs: a clock that was set back must not keep an old list for ever.
    if (Math.abs(now - this.#loadedAt) < reloadSeconds * 1000) return;
    this.#records = await listSigningKeyRecords(this.#database);
    this.#loadedAt = now;
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
