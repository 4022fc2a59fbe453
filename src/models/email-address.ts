// E-mail addresses: kept as typed but for surrounding space, compared without regard to case. The code in the inbox is the only proof
// that one exists, so the pattern refuses only what can be no address. openapi.yaml carries the same pattern; a test holds them together.
import { InvalidValue } from './errors.ts';

export const EMAIL_MAX_LENGTH = 254;
export const NAME_MAX_LENGTH = 255;

/** One @ with something on both sides, no white space, control characters, commas, angle brackets, quotes or the like; Unicode passes. */
export const EMAIL_PATTERN =
  '^[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,64}@[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]{1,189}$';
const pattern = new RegExp(EMAIL_PATTERN, 'u');
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;

export interface EmailAddress {
  /** As typed, trimmed. */
  readonly email: string;
  /** What is compared and unique in a publication. */
  readonly emailNormalized: string;
}

/** Throws InvalidValue for text that can be no e-mail address. */
export function parseEmailAddress(text: string): EmailAddress {
  const email = text.trim();
  if (lengthOf(email) > EMAIL_MAX_LENGTH || !pattern.test(email))
    throw new InvalidValue('email', 'email must be an e-mail address such as ada@example.org');
  return { email, emailNormalized: normalizeEmail(email) };
}

export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** A full name of at most 255 characters, or null when nothing was given. Throws InvalidValue. */
export function parseName(text: string | null | undefined): string | null {
  const name = text?.trim() ?? '';
  if (lengthOf(name) > NAME_MAX_LENGTH)
    throw new InvalidValue('name', `name must be at most ${NAME_MAX_LENGTH} characters long`);
  if (CONTROL_CHARACTERS.test(name)) throw new InvalidValue('name', 'name must not contain control characters');
  return name === '' ? null : name;
}

/** In characters, as the contract counts them (code points), and not in halves of some. */
export function lengthOf(text: string): number {
  return [...text].length;
}
