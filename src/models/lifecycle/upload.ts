// Files as they were uploaded, in encrypted blocks of one size. So a file of any size costs no memory, any process of the
// deployment can go on with it, and any part of it can be read.
import { createHash } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Database, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { PublicationRecord, TenantRecord, type Tenant } from '../record.ts';

/** Our choice: a write of a few milliseconds on SQLite. */
const BLOCK_BYTES = 256 * 1024;

class UploadRecord extends PublicationRecord {
  static override tableName = 'uploads';
  declare bytes: number;
  /** SHA-256; empty while the file arrives. */
  declare digest: string;
  declare createdAt: number;
}

class UploadBlockRecord extends TenantRecord {
  static override tableName = 'upload_blocks';
  static override idColumn = ['publicationId', 'uploadId', 'number'];
  declare uploadId: string;
  /** From 0. */
  declare number: number;
  declare contentSealed: string;
}

export type Upload = Pick<UploadRecord, 'id' | 'bytes' | 'digest'>;

export interface UploadParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
}

/** Keeps a file as it arrives. Throws what its content throws, with nothing left. */
export async function keepUpload(
  parts: UploadParts,
  publication: Tenant,
  content: AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const { database, clock } = parts;
  const now = clock.now();
  const id = newId('upl', now);
  const empty = { id, bytes: 0, digest: '', createdAt: now.getTime() };
  await database.transaction((transaction) => UploadRecord.add(publication, transaction, empty));
  try {
    const stored = await storeBlocks(parts, publication, id, content);
    await database.transaction((transaction) =>
      UploadRecord.in(publication, transaction, { id }).patch(stored).execute(),
    );
    return { id, ...stored };
  } catch (error) {
    await database.transaction((transaction) => removeUpload(publication, transaction, id));
    throw error;
  }
}

async function storeBlocks(
  { database, secretKeys }: UploadParts,
  publication: Tenant,
  uploadId: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Pick<Upload, 'bytes' | 'digest'>> {
  const sha256 = createHash('sha256');
  let [bytes, number] = [0, 0];
  for await (const block of blocksOf(content)) {
    sha256.update(block);
    bytes += block.length;
    const row = { uploadId, number, contentSealed: secretKeys.encrypt('upload', block) };
    await database.transaction((transaction) => UploadBlockRecord.add(publication, transaction, row));
    number += 1;
  }
  return { bytes, digest: sha256.digest('hex') };
}

/** Yields pieces of one size; the last may be smaller. */
async function* blocksOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [waiting, size]: [Uint8Array[], number] = [[], 0];
  for await (const piece of content) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, BLOCK_BYTES - size);
      rest = rest.subarray(taken.length);
      waiting.push(taken);
      size += taken.length;
      if (size < BLOCK_BYTES) continue;
      yield Buffer.concat(waiting);
      [waiting, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Throws NotFound. */
export async function getUpload(publication: Tenant, connection: Connection, id: string): Promise<Upload> {
  return UploadRecord.get(publication, connection, id);
}

/** Yields a part of the file. Throws once the file is removed, since half of it must not look whole. */
export async function* readUpload(
  { database, secretKeys }: Pick<UploadParts, 'database' | 'secretKeys'>,
  publication: Tenant,
  { id, bytes }: Pick<Upload, 'id' | 'bytes'>,
  { from = 0, until = bytes }: { readonly from?: number; readonly until?: number } = {},
): AsyncGenerator<Buffer> {
  for (let at = from; at < until;) {
    const number = Math.floor(at / BLOCK_BYTES);
    const found = await UploadBlockRecord.find(publication, database, { uploadId: id, number });
    if (found === undefined) throw new Error('the file was removed while it was read');
    const start = number * BLOCK_BYTES;
    const part = secretKeys.decryptBytes('upload', found.contentSealed).subarray(at - start, until - start);
    if (part.length === 0) throw new Error('a block of the file is too short');
    yield part;
    at += part.length;
  }
}

/** Removes the file with its blocks, if it is there. */
export async function removeUpload(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await UploadRecord.in(publication, transaction, { id }).delete();
}
