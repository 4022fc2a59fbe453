import { requestExport } from '../../../src/models/lifecycle/kept-export.ts';
import { makeNextExport } from '../../../src/moving/export-job.ts';
import { OWNER, type Given, type Rows } from './row.ts';

/** An export that is ready. */
async function made({ service, site }: Given): Promise<Record<string, string>> {
  const id = await service.database.transaction((transaction) =>
    requestExport(site.publication, transaction, service.clock, 'Ada'),
  );
  while (await makeNextExport(service, () => false));
  return { export: id };
}

export const EXPORT_ROWS: Rows = {
  '/exports': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: { name: 'export.create', table: 'exports', adds: 1 },
  },
  '/exports/download': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'export.download', page: '/exports', fields: made, table: 'exports', adds: 0 },
  },
};
