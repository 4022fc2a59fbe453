// `node scripts/contract-changes.ts`: fails when openapi.yaml breaks a released version of the data API (service.md, Versioning), one line a breaking
// change. oasdiff compares; test/contract/severities.txt says which of its checks count, test/contract/accepted-changes.json which of the changes that
// it objects to break no client, and why. `--freeze 2023-04-11` stores that version as released.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tightenedRules, withoutRules, type Change } from './contract-rules.ts';
import { readContract } from './generate/contract.ts';
import { exactContract } from './generate/exact.ts';
import { asArray, asObject, type Json, type JsonObject } from './generate/json.ts';
import { oasdiff } from './setup/oasdiff.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const FROZEN = `${PROJECT}test/contract/frozen`;
const SEVERITIES = `${PROJECT}test/contract/severities.txt`;
const ACCEPTED = `${PROJECT}test/contract/accepted-changes.json`;
/** Parts of the contract on which no client depends. */
const TEXTS = 'description,examples,title,summary,extensions,endpoints';

/** The breaking changes from a released contract to the current one; empty when all changes are compatible. */
export async function contractChanges(frozenFile: string, current: JsonObject): Promise<string[]> {
  const accepted = new Set(acceptedChanges());
  const changes = await allChanges(frozenFile, current);
  return changes
    .filter((change) => !accepted.has(textOf(change)))
    .map((change) => `${change.operation ?? 'any'} ${change.path ?? 'path'}: ${textOf(change)}`);
}

/** The accepted changes that the contract does not make. */
export async function staleAcceptedChanges(frozenFile: string, current: JsonObject): Promise<string[]> {
  const made = new Set((await allChanges(frozenFile, current)).map(textOf));
  return acceptedChanges().filter((text) => !made.has(text));
}

function textOf({ text, id }: Change): string {
  return `${text} (${id})`;
}

function acceptedChanges(): string[] {
  const rows: { change: string; reason: string }[] = JSON.parse(readFileSync(ACCEPTED, 'utf8'));
  return rows.map(({ change }) => change);
}

/**
 * Compares the exact contracts, which say all that the service checks. oasdiff goes by the spelling of rules between parameters, so those are
 * compared apart.
 */
async function allChanges(frozenFile: string, current: JsonObject): Promise<Change[]> {
  const released = exactContract(parsed(readFileSync(frozenFile, 'utf8')));
  const revision = exactContract(current);
  const folder = mkdtempSync(join(tmpdir(), 'masthead-contract-'));
  try {
    const base = join(folder, 'released.json');
    writeFileSync(base, JSON.stringify(withoutRules(released)));
    const run = (args: readonly string[]) => runOasdiff([...args, base, '-'], withoutRules(revision));
    const [breaking, differences] = await Promise.all([
      run(['breaking', '--format=json', `--severity-levels=${SEVERITIES}`]),
      run(['diff', '--format=json', `--exclude-elements=${TEXTS}`]),
    ]);
    return [
      ...JSON.parse(breaking === '' ? '[]' : breaking),
      ...changedSchemes(parsed(differences)),
      ...tightenedRules(released, revision),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runOasdiff(args: readonly string[], revision: JsonObject): Promise<string> {
  if (!existsSync(oasdiff))
    throw new Error('oasdiff is not built; the set-up says why: node scripts/setup.mjs --tests');
  const running = promisify(execFile)(oasdiff, args, { maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin?.end(JSON.stringify(revision));
  return (await running).stdout;
}

/** What oasdiff does not check: another security scheme under the same name. */
function changedSchemes(differences: JsonObject): Change[] {
  const part = (object: JsonObject, name: string): JsonObject => asObject(object[name] ?? {});
  const modified = part(part(part(differences, 'components'), 'securitySchemes'), 'modified');
  return Object.keys(modified).map((name) => ({
    text: `changed the security scheme \`${name}\``,
    id: 'security-scheme-changed',
  }));
}

/** The data API of one version, without the rest of the contract and with the components that it reaches. */
function dataApiOf(document: JsonObject, version: string): JsonObject {
  const paths = Object.fromEntries(
    Object.entries(asObject(document['paths'])).filter(
      ([path, item]) => path.startsWith(`/${version}/`) && isDataApi(item),
    ),
  );
  const { securitySchemes, ...kinds } = asObject(document['components']);
  const reached = new Set<string>();
  reach(paths, kinds, reached);
  const components = Object.entries(kinds).map(([kind, named]) => {
    const kept = Object.entries(asObject(named)).filter(([name]) => reached.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(kept)] as const;
  });
  return {
    openapi: document['openapi'],
    info: document['info'],
    paths,
    components: { securitySchemes, ...Object.fromEntries(components) },
  };
}

/** Adds every $ref in the value to `reached`, and those in what they refer to. */
function reach(value: Json | undefined, kinds: JsonObject, reached: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (name !== '$ref' || typeof item !== 'string') reach(item, kinds, reached);
    else if (!reached.has(item)) {
      reached.add(item);
      const [, , kind = '', component = ''] = item.split('/');
      reach(asObject(kinds[kind])[component], kinds, reached);
    }
  }
}

function isDataApi(item: Json | undefined): boolean {
  return Object.values(asObject(item)).some((operation) => asArray(asObject(operation)['tags']).includes('data-api'));
}

/** The file of every released version by its date. */
export function frozenContracts(): Readonly<Record<string, string>> {
  const files = globSync('*.json', { cwd: FROZEN });
  return Object.fromEntries(files.map((name) => [basename(name, '.json'), `${FROZEN}/${name}`]));
}

export function currentContract(): JsonObject {
  return readContract(`${PROJECT}openapi.yaml`).document;
}

function parsed(text: string): JsonObject {
  return JSON.parse(text);
}

function freeze(version: string): void {
  writeFileSync(`${FROZEN}/${version}.json`, `${JSON.stringify(dataApiOf(currentContract(), version), null, 1)}\n`);
}

async function compare(): Promise<void> {
  const current = currentContract();
  for (const [version, file] of Object.entries(frozenContracts())) {
    const changes = await contractChanges(file, current);
    for (const change of changes) process.stderr.write(`${version}: ${change}\n`);
    if (changes.length > 0) process.exitCode = 1;
  }
}

if (import.meta.main) {
  const [option, version] = process.argv.slice(2);
  if (option === '--freeze' && version !== undefined) freeze(version);
  else await compare();
}
