// A second opinion on what breaks a contract: oasdiff, with the rules of service.md, Versioning, as its severities. It agrees with
// scripts/contract-changes.ts on the seeded changes, and finds nothing in openapi.yaml that breaks a released version.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentContract, dataApiOf, frozenContracts } from '../../scripts/contract-changes.ts';
import { asObject, type JsonObject } from '../../scripts/generate/contract.ts';
import { oasdiff } from '../../scripts/setup/oasdiff.mjs';
import { breaking, changed, compatible } from '../contract/seeded-changes.ts';

const SEVERITY = fileURLToPath(new URL('../contract/oasdiff-severity.txt', import.meta.url));
const ERROR = 3;
/** What oasdiff does not look at: the parts of an allOf, and what a security scheme of the same name is. */
const UNSEEN = ['an alternative asks for more', 'the scheme changes under the same name'];
const released = asObject(frozenContracts()['2023-04-11']);
let folder: string;

beforeAll(() => {
  if (!existsSync(oasdiff))
    throw new Error('oasdiff is not built; the set-up says why: node scripts/setup.mjs --tests');
  folder = mkdtempSync(join(tmpdir(), 'masthead-oasdiff-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What oasdiff calls breaking, by the names of its checks. */
async function breakingChanges(before: JsonObject, after: JsonObject): Promise<string[]> {
  const [base, revision] = [join(folder, 'base.json'), join(folder, 'revision.json')];
  writeFileSync(base, JSON.stringify(before));
  writeFileSync(revision, JSON.stringify(after));
  const { stdout } = await promisify(execFile)(oasdiff, [
    'breaking',
    base,
    revision,
    '--format=json',
    `--severity-levels=${SEVERITY}`,
  ]);
  const changes: { id: string; level: number }[] = JSON.parse(stdout === '' ? '[]' : stdout);
  return changes.filter(({ level }) => level === ERROR).map(({ id }) => id);
}

describe('oasdiff', () => {
  it('is asked about more than twenty changes', () => {
    expect(breaking.length - UNSEEN.length).toBeGreaterThan(20);
  });

  it.each(breaking)('calls it breaking when %s', async (title, edit) => {
    const found = await breakingChanges(released, changed(released, edit));
    if (UNSEEN.includes(title)) expect(found).toEqual([]);
    else expect(found).not.toEqual([]);
  });

  it.each(compatible)('passes it when %s', async (_title, edit) => {
    expect(await breakingChanges(released, changed(released, edit))).toEqual([]);
  });

  it('finds every promise of the released version kept', async () => {
    expect(await breakingChanges(released, dataApiOf(currentContract(), '2023-04-11'))).toEqual([]);
  });
});
