// Secrets come from the system's random generator, are stored as hashes and compared in constant time. What must be read again is encrypted
// under SECRET_KEY. Secrets of 128 bits or more are stored as SHA-256, short codes as an HMAC whose key is not in the database.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of [0-9A-Za-z], 5.95 bits each; safe in URLs, Basic credentials and shells without escaping. */
export function randomSecret(length = 43): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 that fits a byte; larger bytes would favour the first characters.
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

const READABLE = '0123456789abcdefghjkmnpqrstvwxyz';

/** `length` characters that nobody confuses when they write them down, 5 bits each: no i, l, o and u. */
export function randomReadable(length: number): string {
  return [...randomBytes(length)].map((byte) => READABLE.charAt(byte % READABLE.length)).join('');
}

export function randomDigits(length: number): string {
  return Array.from({ length }, () => String(randomInt(10))).join('');
}

/** A symmetric secret in the form of Standard Webhooks: whsec_ and 32 bytes in base64. */
export function randomWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The hash that is stored in place of a secret of 128 bits or more: 64 hex digits. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function isEqualSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

export type SecretPurpose =
  | 'email-code'
  | 'activation-code'
  | 'activation-url'
  | 'address-undo'
  | 'card-link'
  | 'unsubscribe'
  | 'csrf'
  | 'sign-in-again'
  | 'signing-key'
  | 'mail'
  | 'recipient'
  | 'bounce-address'
  | 'price-switch'
  | 'idempotency-request'
  | 'idempotency-answer'
  | 'event-endpoint'
  | 'trial'
  | 'limit'
  | 'device'
  | 'gift'
  | 'passkey-challenge'
  | 'import'
  | 'upload'
  | 'security-event'
  | 'backup'
  | 'sign-in-trail'
  /** A purpose of a payment gateway's own. */
  | `gateway ${string}`;

/**
 * Keys derived from SECRET_KEY. Its first secret encrypts and signs, all of them decrypt and verify, so that it can be rotated in a running service.
 */
export class SecretKeys {
  readonly #secrets: readonly string[];
  readonly #derived = new Map<string, KeyObject>();

  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new Error('SECRET_KEY holds no secret');
    this.#secrets = secrets;
  }

  /** A keyed hash by the current secret, in base64url (43 characters). */
  mac(purpose: SecretPurpose, text: string): string {
    return this.macs(purpose, text, 1)[0] ?? '';
  }

  /** The keyed hash by each secret in use, the current one first; a lookup by hash tries them all. */
  macs(purpose: SecretPurpose, text: string, count = this.#secrets.length): string[] {
    return this.#secrets
      .slice(0, count)
      .map((secret) => createHmac('sha256', this.#key(secret, purpose)).update(text).digest('base64url'));
  }

  isMac(purpose: SecretPurpose, text: string, mac: string): boolean {
    return this.macs(purpose, text).some((expected) => isEqualSecret(expected, mac));
  }

  /** AES-256-GCM; the result is text and holds nonce and tag. */
  encrypt(purpose: SecretPurpose, plaintext: string | Uint8Array): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#secrets[0] ?? '', purpose), nonce);
    const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Throws when none of the secrets in use decrypts the text. */
  decrypt(purpose: SecretPurpose, text: string): string {
    return this.decryptBytes(purpose, text).toString('utf8');
  }

  /** Throws when none of the secrets in use decrypts the text. */
  decryptBytes(purpose: SecretPurpose, text: string): Buffer {
    for (const secret of this.#secrets) {
      const decrypted = this.#tryDecrypt(this.#key(secret, purpose), Buffer.from(text, 'base64url'));
      if (decrypted !== undefined) return decrypted;
    }
    throw new Error(
      `no secret in SECRET_KEY opens this ${purpose} record; was SECRET_KEY changed without keeping the old one beside the new?`,
    );
  }

  #tryDecrypt(key: KeyObject, ciphertext: Buffer): Buffer | undefined {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, 12));
      decipher.setAuthTag(ciphertext.subarray(12, 28));
      return Buffer.concat([decipher.update(ciphertext.subarray(28)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  /** A KeyObject, since an HMAC with a key in a Buffer takes Node seven times as long. */
  #key(secret: string, purpose: SecretPurpose): KeyObject {
    const name = `${purpose} ${secret}`;
    const known = this.#derived.get(name);
    if (known !== undefined) return known;
    const derived = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'masthead', purpose, 32)));
    this.#derived.set(name, derived);
    return derived;
  }
}
