// What an offer brings, as a list: a line for each.
import { InvalidValue } from '../errors.ts';
import { parsePlainText } from '../text-fields.ts';

/** Our choice: what is longer is a description. */
const BENEFITS_MAX = 10;
const BENEFIT_MAX_LENGTH = 120;

/** Returns the lines as they are stored, or null for none. Throws InvalidValue. */
export function parseBenefits(text: string | null | undefined): string | null {
  const lines = toBenefits(parsePlainText('benefits', text, Infinity));
  if (lines.length > BENEFITS_MAX || lines.some((line) => line.length > BENEFIT_MAX_LENGTH))
    throw new InvalidValue(
      'benefits',
      `benefits must be at most ${BENEFITS_MAX} lines of at most ${BENEFIT_MAX_LENGTH} characters`,
    );
  return lines.length === 0 ? null : lines.join('\n');
}

export function toBenefits(stored: string | null): string[] {
  return (stored ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
