// The pictures of the guides, from docs/images/, under paths that contain a hash of their content.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { DOCS_PATH } from './paths.ts';

export interface Image {
  readonly body: Buffer;
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export const IMAGES_PATH = `${DOCS_PATH}/assets/images`;
const FOLDER = new URL('../../docs/images/', import.meta.url);
const TAG = /^<img src="images\/([\w-]+\.png)" width="(\d+)" alt="([^"]*)">$/;
/** PNG (RFC 2083): the header comes first and begins with width and height. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const known = new Set(readdirSync(FOLDER).filter((name) => name.endsWith('.png')));
const images = new Map<string, Image>();

/** Finds an image by the file name in its path, of which the hash has to be the present one. */
export function findImage(name: string): Image | undefined {
  const [stem = ''] = name.split('.');
  const image = readImage(`${stem}.png`);
  return image?.path === `${IMAGES_PATH}/${name}` ? image : undefined;
}

/** The `<img>` of a guide with the path at which the image is served, and its height, so that no text moves. */
export function imageTag(tag: string): string {
  const [, name = '', width = '', alt = ''] = TAG.exec(tag) ?? [];
  const image = readImage(name);
  if (image === undefined) throw new Error(`a guide shows an image that is not there: ${tag}`);
  const height = Math.round((image.height * Number(width)) / image.width);
  return `<img src="${image.path}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`;
}

/** Read at its first use and kept, as the files do not change while the process runs. */
function readImage(name: string): Image | undefined {
  if (!known.has(name)) return undefined;
  const kept = images.get(name);
  if (kept !== undefined) return kept;
  const body = readFileSync(new URL(name, FOLDER));
  const path = `${IMAGES_PATH}/${name.replace('.png', '')}.${hash('sha256', body, 'hex').slice(0, 10)}.png`;
  const image = { body, path, width: body.readUInt32BE(WIDTH_AT), height: body.readUInt32BE(HEIGHT_AT) };
  images.set(name, image);
  return image;
}
