// Small valid images of each format that a logo may have.
import { crc32, deflateSync } from 'node:zlib';

/** An image of one grey value. @param size of each side, in pixels */
export function pngImage(size = 8): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head[8] = 8;
  const rows = Buffer.alloc(size * (size + 1), 0x55);
  for (let row = 0; row < size; row += 1) rows[row * (size + 1)] = 0;
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

/** One black pixel. */
export const jpegImage = Buffer.from(
  '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
);

/** One pixel, without loss. */
export const webpImage = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAvAAAAAAcQ/Y/+ByKi/wEA', 'base64');

/** @param inner the markup beside a circle */
export function svgImage(inner = '', attributes = ''): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" ${attributes}><circle cx="20" cy="20" r="18" fill="#14532d"/>${inner}</svg>`,
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
