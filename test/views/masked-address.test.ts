// What is shown of an address to somebody who has not proved it.
import { expect, test } from 'vitest';
import { maskAddress } from '../../src/views/masked-address.ts';

test.each([
  ['grace.hopper@work.example.org', 'g•••@w•••.org'],
  ['a@b.org', '•••@b•••.org'],
  ['ab@localhost', 'a•••@l•••'],
  ['😀x@bücher.example', '😀•••@b•••.example'],
])('%s is shown as %s', (email, shown) => {
  expect(maskAddress(email)).toBe(shown);
});
