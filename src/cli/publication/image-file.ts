// Reads an image file that a command was given.
import { readFileSync, statSync } from 'node:fs';
import { LOGO_MAX_BYTES } from '../../models/publication/logo-image.ts';
import { Refused } from '../failure.ts';

/** Null for an empty path, which removes the image; undefined where none was given. Throws Refused. */
export function readImageFile(path: string | undefined, maxBytes = LOGO_MAX_BYTES): Buffer | null | undefined {
  if (path === undefined || path === '') return path === '' ? null : undefined;
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Refused(`There is no file ${path}`);
  if (size > maxBytes) throw new Refused(`${path} has ${size} bytes; it may have ${maxBytes}`);
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Refused(`${path} cannot be read`, { cause: error });
  }
}
