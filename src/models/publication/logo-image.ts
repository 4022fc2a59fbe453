// Which images are accepted as a logo: a small PNG, JPEG, WebP or SVG, recognized by its content and never by its name.
import { InvalidValue } from '../errors.ts';
import { checkHarmlessSvg } from './harmless-svg.ts';

/** Our choice: every page shows the logo, and pages are kept small. */
export const LOGO_MAX_BYTES = 65_536;

export const LOGO_MEDIA_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const;
export type LogoExtension = keyof typeof LOGO_MEDIA_TYPES;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG_SIGNATURE = Buffer.from('ffd8ff', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');
/** PNG, 11.2.5: the last chunk is its type followed by a checksum of four bytes. */
const PNG_END_LENGTH = 8;
/** RIFF: the length field counts the bytes after itself. */
const RIFF_HEAD_LENGTH = 8;

/** Returns the extension that belongs to the content. Throws InvalidValue naming `field`. */
export function parseLogo(field: string, image: Uint8Array): LogoExtension {
  if (image.length > LOGO_MAX_BYTES)
    throw new InvalidValue(
      field,
      `${field} must be an image of at most ${LOGO_MAX_BYTES} bytes; this one has ${image.length}`,
    );
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  if (isPng(bytes)) return 'png';
  if (isJpeg(bytes)) return 'jpg';
  if (isWebp(bytes)) return 'webp';
  const text = readText(bytes);
  if (text === undefined || !text.trimStart().startsWith('<'))
    throw new InvalidValue(field, `${field} must be a whole PNG, JPEG, WebP or SVG image`);
  checkHarmlessSvg(field, text);
  return 'svg';
}

function isPng(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) &&
    bytes.subarray(-PNG_END_LENGTH).toString('latin1').startsWith('IEND')
  );
}

function isJpeg(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE) && bytes.subarray(-JPEG_END.length).equals(JPEG_END)
  );
}

function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return false;
  return bytes.readUInt32LE(4) + RIFF_HEAD_LENGTH === bytes.length;
}

/** Returns undefined for bytes that are not UTF-8. */
function readText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
