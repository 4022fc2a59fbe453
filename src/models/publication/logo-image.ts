// Which images are accepted: as a logo a small PNG, JPEG, WebP or SVG, as a cover a larger one, recognized by its content
// and never by its name.
import { InvalidValue } from '../errors.ts';
import { checkHarmlessSvg } from './harmless-svg.ts';

/** Our choice: every page shows the logo, and pages are kept small. */
export const LOGO_MAX_BYTES = 65_536;
/** Our choice: it loads within a second on a slow phone. */
export const COVER_MAX_BYTES = 307_200;

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
  const bytes = toBytes(field, image, LOGO_MAX_BYTES);
  const photo = photoExtension(bytes);
  if (photo !== undefined) return photo;
  const text = readText(bytes);
  if (text === undefined || !text.trimStart().startsWith('<'))
    throw new InvalidValue(field, `${field} must be a whole PNG, JPEG, WebP or SVG image`);
  checkHarmlessSvg(field, text);
  return 'svg';
}

/** The same for a cover picture, which is no SVG: those who show it in a post take none. */
export function parseCover(field: string, image: Uint8Array): LogoExtension {
  const photo = photoExtension(toBytes(field, image, COVER_MAX_BYTES));
  if (photo === undefined) throw new InvalidValue(field, `${field} must be a whole PNG, JPEG or WebP image`);
  return photo;
}

function toBytes(field: string, image: Uint8Array, maxBytes: number): Buffer {
  if (image.length > maxBytes)
    throw new InvalidValue(
      field,
      `${field} must be an image of at most ${maxBytes} bytes; this one has ${image.length}`,
    );
  return Buffer.from(image.buffer, image.byteOffset, image.byteLength);
}

function photoExtension(bytes: Buffer): Exclude<LogoExtension, 'svg'> | undefined {
  if (isPng(bytes)) return 'png';
  if (isJpeg(bytes)) return 'jpg';
  return isWebp(bytes) ? 'webp' : undefined;
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
