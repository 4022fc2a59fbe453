// A software authenticator with its browser (WebAuthn Level 3): makes discoverable ES256 credentials and signs challenges, with
// real CBOR and COSE, as a browser would send them. Each wrong turn that a test needs is an option.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { attributeOf, tagsOf } from './html.ts';

interface Credential {
  readonly id: Buffer;
  readonly userHandle: string;
  readonly rpId: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** How an answer differs from that of an honest browser on the page. */
interface Turns {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly challenge?: string;
  readonly type?: string;
  /** The counter that is signed; by default one more than before. */
  readonly counter?: number;
  readonly userHandle?: string;
  /** The id of a new credential. */
  readonly id?: Buffer | undefined;
  /** The private key that signs, in place of the credential's own. */
  readonly key?: KeyObject;
  /** The attestation; by default none. */
  readonly attestation?: (signed: Buffer) => { readonly format: string; readonly statement: Map<string, Cbor> };
}

type Cbor = number | string | Buffer | readonly Cbor[] | Map<number | string, Cbor>;

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** What a page asks of a passkey. */
export function questionOn(body: string, kind: 'get' | 'create' = 'get'): Record<string, unknown> {
  const form = tagsOf(body, 'form').find((tag) => attributeOf(tag, 'data-passkey') === kind);
  if (form === undefined) throw new Error('the page asks for no passkey');
  return JSON.parse(attributeOf(form, 'data-options') ?? '') as Record<string, unknown>;
}

export class Authenticator {
  readonly #origin: string;
  /** False for one that never counts, as synchronised passkeys do. */
  readonly #isCounting: boolean;
  readonly credentials: Credential[] = [];

  constructor(origin: string, { isCounting = true } = {}) {
    this.#origin = origin;
    this.#isCounting = isCounting;
  }

  /** Makes a credential; returns the answer as JSON. */
  create(question: Record<string, unknown>, turns: Turns = {}): string {
    const { rp, user } = question as { rp: { id: string }; user: { id: string } };
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rpId = turns.rpId ?? rp.id;
    const credential = { id: turns.id ?? randomBytes(16), userHandle: user.id, rpId, privateKey, counter: 0 };
    this.credentials.push(credential);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coseKey = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([0, credential.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, credential.id, encode(coseKey)]);
    const authData = Buffer.concat([authenticatorData(rpId, turns.counter ?? 0, turns, 0x40), attested]);
    const client = this.#clientData('webauthn.create', question, turns);
    const none = { format: 'none', statement: new Map<string, Cbor>() };
    const { format, statement } = turns.attestation?.(Buffer.concat([authData, sha256(client)])) ?? none;
    const object = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    const attestationObject = base64url(encode(object));
    const response = { clientDataJSON: base64url(client), attestationObject, transports: ['internal'] };
    return answerOf(credential.id, response);
  }

  /** Signs the challenge with the newest credential; returns the answer as JSON. */
  get(question: Record<string, unknown>, turns: Turns = {}): string {
    const credential = this.credentials.at(-1);
    if (credential === undefined) throw new Error('there is no credential');
    if (this.#isCounting) credential.counter += 1;
    const counter = turns.counter ?? credential.counter;
    const authData = authenticatorData(turns.rpId ?? credential.rpId, counter, turns, 0);
    const client = this.#clientData('webauthn.get', question, turns);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), turns.key ?? credential.privateKey);
    return answerOf(credential.id, {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: turns.userHandle ?? credential.userHandle,
    });
  }

  #clientData(type: string, question: Record<string, unknown>, turns: Turns): Buffer {
    const challenge = turns.challenge ?? String(question['challenge']);
    const origin = turns.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type: turns.type ?? type, challenge, origin, crossOrigin: false }));
  }
}

/** The statement of a packed self attestation, signed by the credential itself, or by the key of a certificate. */
export function packed(signed: Buffer, key: KeyObject, certificate?: Buffer): Map<string, Cbor> {
  const statement = new Map<string, Cbor>([
    ['alg', -7],
    ['sig', sign('sha256', signed, key)],
  ]);
  if (certificate !== undefined) statement.set('x5c', [certificate]);
  return statement;
}

function answerOf(id: Buffer, response: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ id: base64url(id), rawId: base64url(id), type: 'public-key', response });
}

function authenticatorData(rpId: string, counter: number, turns: Turns, more: number): Buffer {
  const flags = (turns.isPresent === false ? 0 : 0x01) | (turns.isVerified === false ? 0 : 0x04) | more;
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), tail]);
}

/** CBOR (RFC 8949), as much of it as the ceremonies need. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [encode(key), encode(one)])]);
  return Buffer.concat([head(4, value.length), ...value.map((one) => encode(one))]);
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count]);
  if (count < 256) return Buffer.from([(type << 5) | 24, count]);
  return Buffer.from([(type << 5) | 25, count >> 8, count & 255]);
}
