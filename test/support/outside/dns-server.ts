// A DNS server on loopback: answers from records that a test sets, by UDP (RFC 1035). A name without records does not
// exist.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll } from 'vitest';

const TYPES = { A: 1, TXT: 16, AAAA: 28 } as const;
type Type = keyof typeof TYPES;

export class DnsServer {
  readonly #socket: Socket;
  readonly #records = new Map<string, readonly string[]>();
  readonly #silent = new Set<number>();
  /** How often it was asked. */
  asked = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (query, from) => this.#answer(query, from));
  }

  static async open(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  set(name: string, type: Type, ...values: readonly string[]): void {
    this.#records.set(`${name} ${TYPES[type]}`, values);
  }

  /** Whether questions are left without an answer, all of them or those for one type. */
  silence(isSilent: boolean, type?: Type): void {
    for (const one of type === undefined ? Object.values(TYPES) : [TYPES[type]])
      if (isSilent) this.#silent.add(one);
      else this.#silent.delete(one);
  }

  close(): void {
    this.#socket.close();
  }

  #answer(query: Buffer, from: RemoteInfo): void {
    this.asked += 1;
    const { name, type, end } = questionOf(query);
    if (this.#silent.has(type)) return;
    const isKnown = Object.values(TYPES).some((one) => this.#records.has(`${name} ${one}`));
    const data = (this.#records.get(`${name} ${type}`) ?? []).map((value) => encode(type, value));
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // An answer to a recursive question; code 3 says that there is no such name.
    header.writeUInt16BE(0x8180 | (isKnown ? 0 : 3), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data.length, 6);
    const answers = data.flatMap((value) => {
      const fixed = Buffer.alloc(12);
      // The name is that of the question, at offset 12.
      fixed.writeUInt16BE(0xc00c, 0);
      fixed.writeUInt16BE(type, 2);
      fixed.writeUInt16BE(1, 4);
      fixed.writeUInt16BE(value.length, 10);
      return [fixed, value];
    });
    this.#socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), from.port, from.address);
  }
}

/** A server for a test file. It is open when it returns, so that settings can name its address. */
export async function useDnsServer(): Promise<DnsServer> {
  const server = await DnsServer.open();
  afterAll(() => server.close());
  return server;
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function encode(type: number, value: string): Buffer {
  if (type === TYPES.A) return Buffer.from(value.split('.').map(Number));
  // An IPv6 address in full.
  if (type === TYPES.AAAA) return Buffer.from(value.replaceAll(':', ''), 'hex');
  const parts = value.match(/.{1,200}/gs) ?? [''];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}
