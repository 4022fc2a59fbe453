// The one reader of forms and queries, with the bad input that reliability demands to be refused: bombs, encodings, NUL, names of Object.
import { describe, expect, it } from 'vitest';
import {
  hasControlCharacter,
  mergeReadings,
  readForm,
  readParameter,
  readQuery,
  valueOf,
} from '../../src/http/bodies/form.ts';
import { ownTime } from '../support/processes/processor-wait.ts';

function read(text: string): ReturnType<typeof readForm> {
  return readForm(Buffer.from(text, 'latin1'));
}

describe('readForm', () => {
  it.each([
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1&b=2&a=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['a', '3'],
      ],
    ],
    ['a=', [['a', '']]],
    ['a', [['a', '']]],
    ['=1', [['', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['&&a=1&&', [['a', '1']]],
    ['a+b=c+d%2B', [['a b', 'c d+']]],
    ['a%5Bb%5D=1', [['a[b]', '1']]],
    ['a=%E2%82%AC', [['a', '€']]],
    ['a=%EF%BB%BFx', [['a', '\uFEFFx']]],
    ['a=%F0%9F%98%80', [['a', '😀']]],
    ['a=1;b=2', [['a', '1;b=2']]],
    ['a=%0D%0A', [['a', '\r\n']]],
  ])('reads %s as it is', (text, pairs) => {
    expect(read(text)).toEqual({ pairs: pairs.map(([name, value]) => ({ name, value })), faults: [] });
  });

  it('reads bytes that were sent without escapes', () => {
    expect(readForm(Buffer.from('name=Zoë'))).toEqual({ pairs: [{ name: 'name', value: 'Zoë' }], faults: [] });
  });

  it.each([
    ['a=%', 'bad percent-encoding'],
    ['a=%4', 'bad percent-encoding'],
    ['a=%zz', 'bad percent-encoding'],
    ['a=%u0041', 'bad percent-encoding'],
    ['a=100%', 'bad percent-encoding'],
    ['a=%ff', 'bad UTF-8'],
    ['a=\xff', 'bad UTF-8'],
    ['a=%C3', 'bad UTF-8'],
    ['a=%C0%AF', 'bad UTF-8'],
    ['a=%E0%80%AF', 'bad UTF-8'],
    ['a=%ED%A0%80', 'bad UTF-8'],
    ['a=%ED%A0%BD%ED%B8%80', 'bad UTF-8'],
    ['a=%F4%90%80%80', 'bad UTF-8'],
    ['a=%FE%FF%00a', 'bad UTF-8'],
    ['a=%00', 'NUL'],
    ['a=x\0y', 'NUL'],
  ])('R-B6 refuses the value of %s', (text, kind) => {
    expect(read(`ok=1&${text}`)).toEqual({ pairs: [{ name: 'ok', value: '1' }], faults: [{ kind, name: 'a' }] });
  });

  it.each(['%zz=1', '%ff=1', '%00=1', 'a%00b'])('refuses the name in %s', (text) => {
    expect(read(text)).toMatchObject({ pairs: [], faults: [{ name: undefined }] });
  });

  it('R-B6 never yields U+FFFD that was not sent', () => {
    for (let byte = 0x80; byte <= 0xff; byte += 1) expect(readForm(Buffer.from([0x61, 0x3d, byte])).pairs).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
    'R-B10 takes %s for a name like any other',
    (name) => {
      const reading = read(`${name}=1&${name}%5Bx%5D=2`);
      expect(readParameter(reading, name)).toEqual({ state: 'given', value: '1' });
      expect(readParameter(reading, 'x')).toEqual({ state: 'absent' });
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  it.each([
    ['8,000 names', Array.from({ length: 8_000 }, (_, index) => `k${index}=1`).join('&')],
    ['65,000 ampersands', '&'.repeat(65_000)],
    ['one more than allowed', Array.from({ length: 201 }, (_, index) => `k${index}=`).join('&')],
  ])('R-B5 refuses %s without reading them', (_, text) => {
    expect(read(text)).toEqual({ pairs: [], faults: [{ kind: 'too many parameters', name: undefined }] });
  });

  it('reads as many as are allowed', () => {
    expect(read(Array.from({ length: 200 }, (_, index) => `k${index}=`).join('&')).pairs).toHaveLength(200);
  });

  it.each([
    ['deep brackets', `${'a[b]'.repeat(16_000)}=1`],
    ['one long value', `a=${'x'.repeat(65_000)}`],
    ['a value of escapes', `a=${'%41'.repeat(21_000)}`],
    ['a value of plus signs', `a=${'+'.repeat(65_000)}`],
    ['65,000 equals signs', '='.repeat(65_000)],
  ])('R-B5 reads %s in less than 50 ms', (_, text) => {
    const start = ownTime();
    expect(read(text).pairs).toHaveLength(1);
    expect(ownTime() - start).toBeLessThan(50);
  });
});

describe('readQuery', () => {
  it.each([
    ['/a', undefined],
    ['/a?', undefined],
    ['/a?x=1', '1'],
    ['/a?x=%3F?', '??'],
    ['/a?x=%C3%A9', 'é'],
    ['/a?x=\xC3\xA9', 'é'],
  ])('reads %s', (url, value) => {
    expect(valueOf(readQuery(url), 'x')).toBe(value);
  });
});

describe('readParameter', () => {
  it.each([
    ['', { state: 'absent' }],
    ['x=', { state: 'absent' }],
    ['x', { state: 'absent' }],
    ['x=1', { state: 'given', value: '1' }],
    ['x=1&x=1', { state: 'repeated' }],
    ['x=&x=1', { state: 'repeated' }],
    ['x=%zz', { state: 'malformed' }],
    ['x=1&x=%ff', { state: 'malformed' }],
    ['x[y]=1&x=2', { state: 'given', value: '2' }],
  ])('finds x in "%s"', (text, expected) => {
    expect(readParameter(read(text), 'x')).toEqual(expected);
  });

  it('counts a name in query and body as a repeat', () => {
    expect(readParameter(mergeReadings(readQuery('/?x=1'), read('x=1')), 'x')).toEqual({ state: 'repeated' });
    expect(readParameter(mergeReadings(readQuery('/?x=1'), undefined), 'x')).toEqual({ state: 'given', value: '1' });
  });
});

describe('hasControlCharacter', () => {
  it('knows C0, DEL and C1, and nothing else', () => {
    const found = Array.from({ length: 0x3000 }, (_, code) => code).filter((code) =>
      hasControlCharacter(String.fromCharCode(code)),
    );
    expect(found).toEqual([
      ...Array.from({ length: 32 }, (_, code) => code),
      ...Array.from({ length: 33 }, (_, index) => 0x7f + index),
    ]);
  });
});
