import { expect } from 'vitest';
import { getImport } from '../../../src/models/imports/import-record.ts';
import { beginReading, keepPage } from '../../../src/models/imports/reading.ts';
import { IMPORTED_KINDS } from '../../../src/models/lifecycle/moving/kinds.ts';
import type { RestoreState } from '../../../src/models/lifecycle/moving/restore.ts';
import { keepStripeAccount } from '../../../src/payments/stripe/connection.ts';
import { settleImports } from '../../support/publications/imports.ts';
import { OWNER, type ExpectedAct, type Given, type Rows } from './row.ts';

const FILE = 'email,name\nada@example.org,Ada\ngrace@example.org,Grace\n';

/** Uploads a file; what is given once is given again. */
async function uploaded({ owner, base }: Given): Promise<{ import: string }> {
  const page = await owner.open(`${base}/imports`);
  const { body } = await owner.submit(page, { rows: FILE }, `${base}/imports`);
  const [, id = ''] = /\/imports\/(imp_[0-9a-z]{26})/.exec(body) ?? [];
  expect(id).not.toBe('');
  return { import: id };
}

/** Uploads a file and has it checked. */
async function checked(given: Given): Promise<{ import: string }> {
  const { service, owner, base } = given;
  const params = await uploaded(given);
  const path = `${base}/imports/${params.import}`;
  await owner.submit(await owner.open(path), {}, `${path}/check`);
  await settleImports(service);
  return params;
}

/** Connects the publication to an account, which nobody answers for. */
async function connected({ service, site }: Given): Promise<Record<string, string>> {
  const account = { kind: 'connected', accountId: 'acct_rows' } as const;
  await service.database.transaction((transaction) =>
    keepStripeAccount(site.publication, transaction, service.clock, service.secretKeys, account),
  );
  return {};
}

/** An account that was read. */
async function readAccount({ service, site: { publication } }: Given): Promise<{ import: string }> {
  const page = { rows: [{ line: 1, cells: ['ada@example.org', '', '', 'cus_1'] }], prices: [], next: undefined };
  const id = await service.database.transaction(async (transaction) => {
    const account = { source: 'stripe', name: 'An account' };
    const made = await beginReading(publication, transaction, service.clock, account);
    await keepPage(publication, transaction, service, await getImport(publication, transaction, made), page);
    return made;
  });
  return { import: id };
}

/** Removes what an export would clash with. */
async function emptied({ service, site }: Given): Promise<Record<string, string>> {
  const { id: publicationId } = site.publication;
  await service.database.transaction(async ({ knex }) => {
    for (const { table } of IMPORTED_KINDS.toReversed())
      if (table !== 'publications') await knex(table).where({ publicationId }).delete();
  });
  return {};
}

const RESTORE = { claims: 1, failures: 0, leasedUntil: 9e15, records: 0, total: 0, faults: '[]', programs: '[]' };
const BEGUN = { digest: '', shift: '0', kind: 'end', line: 0, startedAt: 0 };

/** Makes a restore that has come so far. */
function restoreOf(state: RestoreState) {
  return async (given: Given): Promise<Record<string, string>> => {
    const { id: publicationId } = given.site.publication;
    await emptied(given);
    const row = { ...RESTORE, state, requestedBy: 'Ada', createdAt: 0, publicationId };
    await given.service.database.transaction(async ({ knex }) => {
      await knex('restores').insert(row);
      if (state === 'placed') await knex('export_imports').insert({ ...BEGUN, publicationId });
    });
    return {};
  };
}

function restoreRow(name: string, state: RestoreState, adds = 0): ExpectedAct {
  return { name, page: '/restore', fields: restoreOf(state), table: 'restores', adds };
}

export const MOVING_ROWS: Rows = {
  '/imports': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: { name: 'import.create', fields: async () => ({ rows: FILE }), table: 'imports', adds: 1 },
  },
  '/imports/account': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'import.read', page: '/imports', fields: connected, table: 'imports', adds: 1 },
  },
  '/imports/:import/prices': {
    send: OWNER,
    params: readAccount,
    act: { name: 'import.check', page: '/imports/:import', table: 'imports', adds: 0 },
  },
  '/imports/:import': { see: OWNER, params: uploaded },
  '/imports/:import/rows': { see: OWNER, params: checked },
  '/imports/:import/check': {
    send: OWNER,
    params: uploaded,
    act: { name: 'import.check', page: '/imports/:import', table: 'imports', adds: 0 },
  },
  '/imports/:import/start': {
    send: OWNER,
    isSensitive: true,
    params: checked,
    act: { name: 'import.start', page: '/imports/:import', table: 'imports', adds: 0 },
  },
  '/imports/:import/cancel': {
    send: OWNER,
    params: uploaded,
    act: { name: 'import.cancel', page: '/imports/:import', table: 'imports', adds: 0 },
  },
  '/restore': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'restore.create',
      fields: emptied,
      files: { archive: Buffer.from('of any kind') },
      table: 'restores',
      adds: 1,
    },
  },
  '/restore/start': { send: OWNER, isSensitive: true, act: restoreRow('restore.start', 'checked') },
  '/restore/continue': { send: OWNER, isSensitive: true, act: restoreRow('restore.continue', 'failed') },
  '/restore/secrets': { send: OWNER, isSensitive: true, act: restoreRow('restore.finish', 'placed') },
  '/restore/discard': { send: OWNER, act: restoreRow('restore.discard', 'checked', -1) },
};
