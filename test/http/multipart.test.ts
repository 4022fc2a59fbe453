// Forms with files: what browsers send is read as it was entered, and anything else is refused whole.
import { expect, test } from 'vitest';
import { readMultipart } from '../../src/http/bodies/multipart.ts';

const read = (body: string | Buffer<ArrayBuffer>, type = 'multipart/form-data; boundary=b0undary') =>
  readMultipart(typeof body === 'string' ? Buffer.from(body, 'latin1') : body, type);
const part = (name: string, value: string, more = '') =>
  `--b0undary\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const file = '; filename="a.png"';
const END = '--b0undary--\r\n';

test('fields and files are read as a browser sends them', async () => {
  const form = new FormData();
  form.set('name', 'Zwölf „Boxkämpfer“\r\n2');
  form.set('logo', new Blob([new Uint8Array([0, 255, 13, 10])]), '../../etc/passwd');
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  expect(await read(body, sent.headers.get('content-type') ?? '')).toEqual({
    state: 'form',
    reading: { pairs: [{ name: 'name', value: 'Zwölf „Boxkämpfer“\r\n2' }], faults: [] },
    uploads: { logo: new Uint8Array([0, 255, 13, 10]) },
  });
});

test('a file field without a choice, which browsers send as an empty file, brings nothing', async () => {
  const sent = part('logo', '', '; filename=""\r\nContent-Type: application/octet-stream') + END;
  expect(await read(sent)).toEqual({ state: 'form', reading: { pairs: [], faults: [] }, uploads: {} });
});

test('a repeated field stays visible, and text that is not UTF-8 or holds a NUL is a fault of its field', async () => {
  const sent = part('a', '1') + part('a', '2') + part('b', '\xff') + part('c', 'x\0') + END;
  expect(await read(sent)).toMatchObject({
    reading: {
      pairs: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
      faults: [
        { kind: 'bad UTF-8', name: 'b' },
        { kind: 'NUL', name: 'c' },
      ],
    },
  });
});

test.each([
  ['no boundary', part('a', '1') + END, 'multipart/form-data'],
  ['another boundary', part('a', '1') + END, 'multipart/form-data; boundary=y'],
  ['no end', part('a', '1'), undefined],
  ['a part without a name', `--b0undary\r\nContent-Disposition: form-data\r\n\r\n1\r\n${END}`, undefined],
  ['two files of one name', part('a', '1', file) + part('a', '2', file) + END, undefined],
])('%s is no form', async (_what, body, type) => {
  expect(await read(body, type)).toEqual({ state: 'cut off' });
});

test.each([
  ['201 fields', part('a', '').repeat(201) + END, undefined],
  [
    'as many under a quoted boundary',
    part('a', '').repeat(201) + END,
    'multipart/form-data; charset=utf-8; boundary="b0undary"',
  ],
  ['a text of more than 64 KiB', part('a', 'b'.repeat(65_537)) + END, undefined],
])('%s are too large', async (_what, body, type) => {
  expect(await read(body, type)).toEqual({ state: 'too large' });
});

test('a field called __proto__ is a field like any other', async () => {
  const { uploads } = (await read(part('__proto__', '1', file) + END)) as { uploads: object };
  expect([Object.keys(uploads), Object.getPrototypeOf(uploads)]).toEqual([['__proto__'], null]);
});
