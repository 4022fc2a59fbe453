// What parts of the test suite print while they run beside each other.
import { expect, test } from 'vitest';
import { Turns } from '../../scripts/test/turns.ts';

test('the first part prints at once, the others in one piece each, in the order in which they began', () => {
  const printed: string[] = [];
  const turns = new Turns((text) => printed.push(text));
  const [a, b, c] = [turns.begin(), turns.begin(), turns.begin()];
  b.print('b1 ');
  a.print('a1 ');
  c.print('c1 ');
  expect(printed.join('')).toBe('a1 ');
  b.print('b2 ');
  b.end();
  expect(printed.join('')).toBe('a1 ');
  a.end();
  expect(printed.join('')).toBe('a1 b1 b2 c1 ');
  c.print('c2 ');
  expect(printed.join('')).toBe('a1 b1 b2 c1 c2 ');
  c.end();
  turns.begin().print('d1');
  expect(printed.join('')).toBe('a1 b1 b2 c1 c2 d1');
});
