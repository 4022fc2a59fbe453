// Erases again who was erased after a backup was made, as the service's log names them: a restored database knows them
// as they were.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { NotFound } from '../../models/errors.ts';
import { erasePerson } from '../../models/lifecycle/erasure.ts';
import type { Parts } from '../command.ts';
import { Refused } from '../failure.ts';

interface Erasure {
  readonly publication: string;
  readonly customer: string;
}

const ERASURES: ReadonlySet<unknown> = new Set(['customer_erased', 'account_erased']);

/**
 * Reads the erasures in logs, of which each line is JSON; other lines are passed over. Throws Refused for a file that
 * cannot be read.
 * @param since ISO 8601
 */
export async function readErasures(files: readonly string[], since: string): Promise<Erasure[]> {
  const found: Erasure[] = [];
  for (const file of files) {
    const bytes = createReadStream(file);
    const text = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
    // The error of either stream ends the reading.
    bytes.once('error', (error) => text.destroy(error));
    try {
      for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
        const erasure = toErasure(line, since);
        if (erasure !== undefined) found.push(erasure);
      }
    } catch (error) {
      throw new Refused(`The log ${file} cannot be read: ${(error as Error).message}`);
    }
  }
  return found;
}

function toErasure(line: string, since: string): Erasure | undefined {
  // Most lines are of requests, and need no reading.
  if (!line.includes('_erased"')) return undefined;
  try {
    const { security_event: kind, publication, erased, time } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (!ERASURES.has(kind) || typeof publication !== 'string' || typeof erased !== 'string') return undefined;
    if (typeof time !== 'string' || Date.parse(time) < Date.parse(since)) return undefined;
    return { publication, customer: erased };
  } catch {
    return undefined;
  }
}

/** Returns how many were erased; one whom the backup does not have, or has as erased, is passed over. */
export async function repeatErasures(parts: Parts, erasures: readonly Erasure[]): Promise<number> {
  const again = new Set<string>();
  for (const { publication, customer } of erasures) {
    const erased = await parts.database.transaction(async (transaction) => {
      try {
        return await erasePerson(parts, { id: publication }, transaction, customer, 'customer');
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    });
    if (erased === undefined) continue;
    again.add(erased.id);
    parts.securityLog.record('customer_erased', { publication: { id: publication }, erased: erased.id });
  }
  return again.size;
}
