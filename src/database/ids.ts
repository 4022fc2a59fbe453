// Identifiers: a prefix and a 26-character position, a lower-case ULID that sorts by creation time (decisions: one suffix for cus_ and memb_).
import { randomBytes } from 'node:crypto';

export type IdPrefix =
  | 'pub'
  | 'key'
  | 'news'
  | 'plan'
  | 'price'
  | 'offer'
  | 'cus'
  | 'sub'
  | 'sid'
  | 'step'
  | 'emc'
  | 'adc'
  | 'turn'
  | 'app'
  | 'kid'
  | 'dlv'
  | 'att'
  | 'msg'
  | 'mpr'
  | 'mrp'
  | 'chk'
  | 'bil'
  | 'pay'
  | 'swi'
  | 'pch'
  | 'pcm'
  | 'rfd'
  | 'rcpt'
  | 'rec'
  | 'evt'
  | 'exp'
  | 'whe'
  | 'tri'
  | 'dis'
  | 'red'
  | 'gift'
  | 'look'
  | 'staff'
  | 'inv'
  | 'sts'
  | 'psk'
  | 'act'
  | 'imp'
  | 'upl'
  | 'note'
  | 'filter';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

export const SERIES_DIGITS = 4;

let lastTime = 0;
let lastRandom: number[] = [];

/** Our choice: a clock that is set back by less than this does not break the order. A larger step is an import of older records. */
const STEP_BACK_MILLISECONDS = 10_000;

/** A monotonic ULID: 48 bits of milliseconds, then 80 random bits that are incremented within one millisecond of this process. */
function newPosition(at: Date): string {
  const given = at.getTime();
  const time = given < lastTime && given > lastTime - STEP_BACK_MILLISECONDS ? lastTime : given;
  if (time === lastTime) {
    lastRandom = increment(lastRandom);
  } else {
    lastTime = time;
    lastRandom = freshRandom();
  }
  return encodeTime(time) + toDigits(lastRandom);
}

/**
 * The common prefix of a series of new positions, all above `last` ('' for none), whatever the clock of the process that made `last`.
 * SERIES_DIGITS decimal digits complete each position.
 */
export function newSeriesAfter(last: string, at: Date): string {
  // Fresh random bits: the series of two publications in one millisecond must differ in their prefix.
  const fresh = (encodeTime(at.getTime()) + toDigits(freshRandom())).slice(0, -SERIES_DIGITS);
  const before = last.slice(0, -SERIES_DIGITS);
  if (fresh > before) return fresh;
  return toDigits(increment([...before].map((digit) => ALPHABET.indexOf(digit))));
}

/** The lowest position of a time: ids of older records sort below it. */
export function positionAt(at: Date): string {
  return encodeTime(Math.max(0, at.getTime())).padEnd(TIME_LENGTH + RANDOM_LENGTH, '0');
}

/** A new identifier such as cus_01hk…; `at` is the record's own creation time, which an import sets to the original one. */
export function newId(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${newPosition(at)}`;
}

/** The 26 characters after the prefix: the sort key of lists and the keyset of their cursors. */
export function positionOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

function freshRandom(): number[] {
  // The top digit starts below half, so that increments within a millisecond do not overflow.
  return Array.from(randomBytes(RANDOM_LENGTH), (byte, index) => (index === 0 ? byte & 15 : byte & 31));
}

function toDigits(values: readonly number[]): string {
  return values.map((value) => ALPHABET.charAt(value)).join('');
}

function increment(digits: readonly number[]): number[] {
  const next = [...digits];
  for (let index = next.length - 1; index >= 0; index -= 1) {
    const digit = next[index] ?? 0;
    if (digit < 31) {
      next[index] = digit + 1;
      return next;
    }
    next[index] = 0;
  }
  return next;
}

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
