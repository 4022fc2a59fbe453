// Forms with large files, which are read as they arrive: in any pieces, with nothing kept that is refused.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { FormReading } from '../../src/http/bodies/form.ts';
import { readUpload, type FileKeeper } from '../../src/http/bodies/upload.ts';

const part = (name: string, value: string, more = '') =>
  `--b0undary\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const FILE = '; filename="a.zip"\r\nContent-Type: application/zip';
const END = '--b0undary--\r\n';
/** It has what looks like the beginning of a boundary. */
const CONTENT = '\r\n--b0undar\r\n\r\n--\xff\0\r\n-';
const GOOD = part('csrf_token', 't') + part('file', CONTENT, FILE) + part('rows', 'ä'.repeat(20)) + END;

interface Kept {
  readonly content: Buffer;
  /** The fields that were there before it was kept. */
  readonly fields: FormReading;
}

/** Sends the body in pieces of so many bytes. */
async function read(body: string, size: number, { max = 1000, type = 'multipart/form-data; boundary=b0undary' } = {}) {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = type;
  const bytes = Buffer.from(body, 'latin1');
  for (let at = 0; at < bytes.length; at += size) request.push(bytes.subarray(at, at + size));
  request.push(null);
  const kept: Kept[] = [];
  let fields: FormReading = { pairs: [], faults: [] };
  let discarded = 0;
  const keeper: FileKeeper = {
    limits: { bytes: max, milliseconds: 5000 },
    files: ['file'],
    admit: ({ pairs, faults }) => {
      fields = { pairs: [...pairs], faults: [...faults] };
      if (pairs.some(({ value }) => value === 'forged')) throw new Error('forged');
    },
    keep: async (content) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      kept.push({ content: Buffer.concat(pieces), fields });
      return { id: 'kept', bytes: 0, digest: '' };
    },
    discard: async () => void (discarded += 1),
  };
  const result = await readUpload(request, keeper).catch((error: Error) => error.message);
  return { result, kept, discarded };
}

test('a form is the same in pieces of any size, and a file comes after the fields before it', async () => {
  const whole = await read(GOOD, GOOD.length);
  expect(whole).toEqual({
    result: {
      state: 'form',
      reading: {
        pairs: [{ name: 'csrf_token', value: 't' }],
        // Sent as Latin-1.
        faults: [{ kind: 'bad UTF-8', name: 'rows' }],
      },
      kept: { file: { id: 'kept', bytes: 0, digest: '' } },
    },
    kept: [
      {
        content: Buffer.from(CONTENT, 'latin1'),
        fields: { pairs: [{ name: 'csrf_token', value: 't' }], faults: [] },
      },
    ],
    discarded: 0,
  });
  for (const size of [1, 2, 3, 7, 11, 64]) expect(await read(GOOD, size)).toEqual(whole);
});

test('nothing is kept of a form that is refused before its file', async () => {
  expect(await read(GOOD.replace('\r\nt\r\n', '\r\nforged\r\n'), 9)).toEqual({
    result: 'forged',
    kept: [],
    discarded: 0,
  });
});

test('a file that is too large is read to its end and not kept, and one that was not chosen is none', async () => {
  const large = await read(GOOD, 5, { max: 10 });
  expect([large.result, large.kept]).toEqual([
    expect.objectContaining({ state: 'form', kept: { file: 'too large' } }),
    [],
  ]);
  const none = await read(part('a', '1') + part('file', '', FILE) + END, 5);
  expect(none.result).toEqual({ state: 'form', reading: { pairs: [{ name: 'a', value: '1' }], faults: [] }, kept: {} });
});

test.each<[string, string, number]>([
  ['a form that ends within its file', GOOD.slice(0, GOOD.indexOf('undar\r\n')), 0],
  ['a form without an end', GOOD.slice(0, -END.length), 1],
  ['a file of another field', part('other', 'x', FILE) + END, 0],
  ['two files of one field', part('file', 'x', FILE).repeat(2) + END, 1],
  ['a part without a name', `--b0undary\r\nContent-Disposition: form-data\r\n\r\n1\r\n${END}`, 0],
  ['another boundary', GOOD.replaceAll('b0undary', 'other'), 0],
])('%s is no form, and what was kept of it is discarded', async (_what, body, discarded) => {
  expect(await read(body, 6)).toMatchObject({ result: { state: 'cut off' }, discarded });
});

test.each([
  ['201 fields', part('a', '').repeat(201) + END],
  ['more than 64 KiB of text', part('a', 'x'.repeat(65_537)) + END],
])('%s are too large', async (_what, body) => {
  expect(await read(body, 8192)).toMatchObject({ result: { state: 'too large' } });
});
