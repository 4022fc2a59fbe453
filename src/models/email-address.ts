// E-mail addresses: stored as typed but for surrounding space, compared regardless of case. Only the e-mailed code
// proves that an address exists, so the pattern refuses only what cannot be one. openapi.yaml has the same pattern; a
// test compares them.
import { InvalidValue } from './errors.ts';

export const EMAIL_MAX_LENGTH = 254;
export const NAME_MAX_LENGTH = 255;

/**
 * One @ with text on both sides, and no white space, control characters, commas, angle brackets, quotes or the like.
 * Other Unicode characters are allowed.
 */
export const EMAIL_PATTERN =
  '^[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$';
const pattern = new RegExp(EMAIL_PATTERN, 'u');
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;

export interface EmailAddress {
  /** As typed, trimmed. */
  readonly email: string;
  /** The form that is compared, and unique in a publication. */
  readonly emailNormalized: string;
}

/** Throws InvalidValue for text that cannot be an e-mail address. */
export function parseEmailAddress(text: string): EmailAddress {
  const email = text.trim();
  if (lengthOf(email) > EMAIL_MAX_LENGTH || !pattern.test(email))
    throw new InvalidValue('email', 'email must be an e-mail address such as ada@example.org');
  return { email, emailNormalized: normalizeEmail(email) };
}

export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Returns a full name of at most 255 characters, or null for an empty one. Throws InvalidValue. */
export function parseName(text: string | null | undefined): string | null {
  const name = text?.trim() ?? '';
  if (lengthOf(name) > NAME_MAX_LENGTH)
    throw new InvalidValue('name', `name must be at most ${NAME_MAX_LENGTH} characters long`);
  if (CONTROL_CHARACTERS.test(name)) throw new InvalidValue('name', 'name must not contain control characters');
  return name === '' ? null : name;
}

/** Counts code points, as openapi.yaml does, and not UTF-16 units. */
export function lengthOf(text: string): number {
  return [...text].length;
}
