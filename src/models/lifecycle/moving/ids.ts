// New ids for the records of an export, where its own are taken. All are moved by one number, so that each record keeps its
// place in every order, whoever refers to it is found without a table of ids, and an import of any size needs no memory.
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const POSITION = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const ID = new RegExp(`\\b([a-z]{2,6})_(${POSITION})(?![0-9a-z])`, 'g');
const POSITION_LENGTH = 26;
/** 72 bits below the 80 random ones of a position: the time in it stays as it is. */
const SHIFT_BYTES = 9;

/** How far ids are moved; 0 leaves them as they are. */
export type Shift = bigint;

export const NO_SHIFT: Shift = 0n;

export function newShift(): Shift {
  return BigInt(`0x${randomBytes(SHIFT_BYTES).toString('hex')}`) + 1n;
}

/** Replaces each id in a text, which may be an id alone. */
export function shiftIds(text: string, shift: Shift): string {
  if (shift === NO_SHIFT) return text;
  return text.replaceAll(ID, (_, prefix: string, position: string) => `${prefix}_${shifted(position, shift)}`);
}

function shifted(position: string, shift: Shift): string {
  let rest = [...position].reduce((value, digit) => value * 32n + BigInt(ALPHABET.indexOf(digit)), 0n) + shift;
  let moved = '';
  while (moved.length < POSITION_LENGTH) {
    moved = ALPHABET.charAt(Number(rest % 32n)) + moved;
    rest /= 32n;
  }
  return moved;
}
