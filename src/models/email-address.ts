// E-mail addresses: stored as typed but for surrounding space, compared by their canonical form (decisions 35). Only the
// e-mailed code proves that an address exists, so what is refused here is what cannot be one, or could be taken for
// another. openapi.yaml has the same pattern; a test compares them.
import { domainToASCII, domainToUnicode } from 'node:url';
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

/** Of the ASCII characters a domain has only these; domainToASCII would decode `%`, and cut off what follows `/`. */
const DOMAIN = /^[a-z0-9_\u0080-\u{10ffff}-]+(?:\.[a-z0-9_\u0080-\u{10ffff}-]+)*$/iu;

export interface EmailAddress {
  /** The spelling that mails are sent to: as typed, trimmed. */
  readonly email: string;
  /** The canonical form, which is compared, and unique in a publication. */
  readonly emailNormalized: string;
}

/** Throws InvalidValue for text that cannot be an e-mail address. */
export function parseEmailAddress(text: string): EmailAddress {
  const typed = text.trim();
  const { localPart, domain } = partsOf(typed);
  const canonicalDomain = toCanonicalDomain(domain);
  if (lengthOf(typed) > EMAIL_MAX_LENGTH || !pattern.test(typed) || canonicalDomain === undefined)
    throw new InvalidValue('email', 'email must be an e-mail address such as ada@example.org');
  if ([...localPart].some(standsForAscii))
    throw new InvalidValue(
      'email',
      'email has a character before the @ that would be taken for another, such as a Kelvin sign for the letter K',
      'look-alike',
    );
  return {
    email: `${localPart}@${toSpelling(domain, canonicalDomain)}`,
    emailNormalized: `${foldCase(localPart)}@${canonicalDomain}`,
  };
}

/** Returns the canonical form of an address that was parsed before, and any other text in lower case. */
export function normalizeEmail(email: string): string {
  const { localPart, domain } = partsOf(email.trim());
  return domain === ''
    ? foldCase(localPart)
    : `${foldCase(localPart)}@${toCanonicalDomain(domain) ?? foldCase(domain)}`;
}

/** Returns the address with its domain as mail servers look it up. */
export function toMailbox(email: string): string {
  const { localPart, domain } = partsOf(email);
  return `${localPart}@${toCanonicalDomain(domain) ?? domain}`;
}

function partsOf(email: string): { readonly localPart: string; readonly domain: string } {
  const [localPart = '', ...rest] = email.split('@');
  return { localPart, domain: rest.join('@') };
}

/** Returns the domain by UTS-46, or undefined for text that cannot be one. */
function toCanonicalDomain(domain: string): string | undefined {
  const mapped = DOMAIN.test(domain) ? domainToASCII(domain) : '';
  return DOMAIN.test(mapped) ? mapped : undefined;
}

/**
 * Our choice: the domain stays as typed if it differs in case alone. Otherwise it has letters that UTS-46 replaces or
 * leaves out, and the domain that it stands for is stored, so that nobody reads two spellings as two addresses.
 */
function toSpelling(domain: string, canonical: string): string {
  const unicode = domainToUnicode(canonical);
  return [canonical, unicode].includes(foldCase(domain)) ? domain : unicode;
}

/**
 * Whether normalization or lower-casing would move a character from outside ASCII into it, or drop it: the address
 * would be taken for that of somebody else.
 */
function standsForAscii(character: string): boolean {
  if (/[\u0000-\u007f]/.test(character)) return false;
  return (
    /[\u0000-\u007f]/.test(character.normalize('NFKC').toLowerCase()) ||
    /\p{Default_Ignorable_Code_Point}/u.test(character)
  );
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
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
