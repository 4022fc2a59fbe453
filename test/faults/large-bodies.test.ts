// R-B4: bodies without end, lengths that lie, and what they cost. Refused as soon as they are known to be too large, they take no memory with them.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE_HOST, startKeyedServer } from '../support/processes/keyed-server.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';

const MEBIBYTE = 2 ** 20;
/** What one client sends where nothing stops it. */
const ENDLESS_BYTES = 256 * MEBIBYTE;
/** The most that is read of a body, and what may be on its way in buffers of both ends. */
const TAKEN_BYTES = 16 * MEBIBYTE;
const GROWTH_BYTES = 10 * MEBIBYTE;
const CLIENTS = 5;
/** Until the heap has the size that so many bodies at once take. */
const ROUNDS_UNTIL_STEADY = 3;
const ROUNDS = 2;
const CHUNK = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`;
const PATIENCE_MILLISECONDS = 20_000;

let server: ServerProcess;
let key: string;
const closers: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  ({ server, key } = await startKeyedServer((close) => void closers.push(close)));
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

interface Door {
  readonly path: string;
  readonly headers: string;
}

function doors(): Record<string, Door> {
  const site = `Host: ${SITE_HOST}\r\n`;
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
  return {
    'the data API': {
      path: '/2023-04-11/customers',
      headers: `Host: localhost\r\nAuthorization: ${basic(key)}\r\n${form}`,
    },
    'the data API without a key': { path: '/2023-04-11/customers', headers: `Host: localhost\r\n${form}` },
    'the data API as JSON': {
      path: '/2023-04-11/customers',
      headers: `Host: localhost\r\nAuthorization: ${basic(key)}\r\nContent-Type: application/json\r\n`,
    },
    'the token endpoint': { path: '/oauth/token', headers: `${site}Authorization: ${basic('app_x', 'y')}\r\n${form}` },
    'a page': { path: '/sign-in', headers: `${site}${form}` },
    'no page': { path: '/nothing-here', headers: `${site}${form}` },
    'a webhook': { path: '/payments/events/sandbox', headers: `${site}Content-Type: application/json\r\n` },
  };
}

/** Where another refusal comes first. */
const STATUS_OF_TOO_LARGE: Readonly<Record<string, number>> = {
  'the data API without a key': 401,
  'the data API as JSON': 415,
  'no page': 404,
};

interface Told {
  readonly answer: string;
  readonly sent: number;
}

/** Sends the head and then `piece` for as long as it is taken; resolves once the connection is gone. */
async function pour(head: string, piece: string): Promise<Told> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  const told = { answer: '', sent: 0 };
  socket.on('error', () => undefined).on('data', (data) => (told.answer += data.toString()));
  const send = (): void => {
    if (piece === '') return;
    while (!socket.destroyed && told.sent < ENDLESS_BYTES) {
      told.sent += piece.length;
      if (!socket.write(piece)) return;
    }
  };
  socket.on('drain', send);
  socket.write(head);
  send();
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MILLISECONDS);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(patience);
  return told;
}

const statusOf = ({ answer }: Told): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);

function residentBytes(): number {
  const { pid = 0 } = server.process;
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function pourAtEach(): Promise<Told[]> {
  const told: Told[] = [];
  for (const { path, headers } of Object.values(doors())) {
    const head = `POST ${path} HTTP/1.1\r\n${headers}Transfer-Encoding: chunked\r\n\r\n`;
    told.push(...(await Promise.all(Array.from({ length: CLIENTS }, () => pour(head, CHUNK)))));
  }
  return told;
}

test('R-B4 a body without end is refused at every door, before much of it is taken, and leaves no memory taken', async () => {
  for (let round = 0; round < ROUNDS_UNTIL_STEADY; round += 1) await pourAtEach();
  const before = residentBytes();
  const told: Told[] = [];
  for (let round = 0; round < ROUNDS; round += 1) told.push(...(await pourAtEach()));
  expect(residentBytes() - before).toBeLessThan(GROWTH_BYTES);
  expect(Math.max(...told.map(({ sent }) => sent))).toBeLessThan(TAKEN_BYTES);
  // Whoever goes on sending may miss the answer, since the connection is gone then.
  const statuses = new Set(told.map(statusOf));
  expect([...statuses].filter((status) => ![0, 401, 404, 413, 415].includes(status))).toEqual([]);
  expect(statuses).toContain(413);
});

test('R-B4 a length of a gigabyte is answered before a byte of the body is sent', async () => {
  for (const [name, { path, headers }] of Object.entries(doors())) {
    const told = await pour(`POST ${path} HTTP/1.1\r\n${headers}Content-Length: ${2 ** 30}\r\n\r\n`, '');
    expect([name, statusOf(told)]).toEqual([name, STATUS_OF_TOO_LARGE[name] ?? 413]);
    expect(told.answer).toMatch(/^connection: close\r$/im);
  }
});

test.each([
  ['that is no number', 'Content-Length: ten\r\n'],
  ['that is negative', 'Content-Length: -1\r\n'],
  ['with a sign', 'Content-Length: +5\r\n'],
  ['beyond what a number holds', `Content-Length: ${'9'.repeat(30)}\r\n`],
  ['twice, differently', 'Content-Length: 5\r\nContent-Length: 50\r\n'],
  ['beside chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
])('R-B4 a length %s is refused, and nothing after it is taken for a request', async (_what, lengths) => {
  const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  for (const { path, headers } of Object.values(doors())) {
    const told = await pour(`POST ${path} HTTP/1.1\r\n${headers}${lengths}\r\n0\r\n\r\n${next}`, '');
    expect(statusOf(told)).toBe(400);
    expect(told.answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  }
});
