import { expect } from 'vitest';
import { settleImports } from '../../support/publications/imports.ts';
import { OWNER, type Given, type Rows } from './row.ts';

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

export const MOVING_ROWS: Rows = {
  '/imports': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: { name: 'import.create', fields: async () => ({ rows: FILE }), table: 'imports', adds: 1 },
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
};
