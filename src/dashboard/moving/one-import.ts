// The import that an address names.
import { getImport, type Import } from '../../models/imports/import-record.ts';
import type { Service } from '../../service.ts';
import type { Visit } from '../visit.ts';

/** Throws NotFound for another publication's. */
export function importOf({ database }: Service, { request, session }: Visit): Promise<Import> {
  const { import: id = '' } = request.params as { import?: string };
  return getImport(session.publication, database, id);
}
