// The slugs, names and descriptions of what a publication offers (service.md, plan_slug and newsletter_slugs). Slugs
// are part of URLs and of comma-separated lists, so they contain neither a slash nor a comma.
import { parseName } from './email-address.ts';
import { InvalidValue } from './errors.ts';

const SLUG_MAX_LENGTH = 64;
const DESCRIPTION_MAX_LENGTH = 2000;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** All control characters but the line feed, which separates paragraphs. */
const CONTROL_CHARACTERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/u;

/**
 * Throws InvalidValue for an invalid slug, and corrects nothing, since the publisher will search for what they typed.
 */
export function checkSlug(slug: string): string {
  if (slug.length > SLUG_MAX_LENGTH || !SLUG.test(slug)) {
    throw new InvalidValue(
      'slug',
      `slug must be at most ${SLUG_MAX_LENGTH} lower-case letters, digits and single hyphens between them, such as weekly-letter`,
    );
  }
  return slug;
}

/** Parses a name that is required. Throws InvalidValue. */
export function parseRequiredName(text: string): string {
  const name = parseName(text);
  if (name === null) throw new InvalidValue('name', 'name is required');
  return name;
}

/** Returns plain text of at most 2,000 characters, or null for an empty one. Throws InvalidValue. */
export function parseDescription(text: string | null | undefined): string | null {
  return parsePlainText('description', text, DESCRIPTION_MAX_LENGTH);
}

/** Returns plain text of several lines, trimmed, or null for an empty one. Throws InvalidValue. */
export function parsePlainText(field: string, text: string | null | undefined, maxLength: number): string | null {
  const plain = text?.trim().replaceAll('\r\n', '\n') ?? '';
  if (plain.length > maxLength) throw new InvalidValue(field, `${field} must be at most ${maxLength} characters long`);
  if (CONTROL_CHARACTERS.test(plain))
    throw new InvalidValue(field, `${field} must not contain control characters`, 'characters');
  return plain === '' ? null : plain;
}
