// `node scripts/contract-changes.ts`: fails when openapi.yaml breaks a released version of the data API (service.md, Versioning), one line a breaking
// change. oasdiff compares; test/contract/severities.txt says which of its checks count. `--freeze 2023-04-11` stores that version as released.
import { execFile } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { asArray, asObject, readContract, type Json, type JsonObject } from './generate/contract.ts';
import { oasdiff } from './setup/oasdiff.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const FROZEN = `${PROJECT}test/contract/frozen`;
const SEVERITIES = `${PROJECT}test/contract/severities.txt`;
/** Parts of the contract on which no client depends. */
const TEXTS = 'description,examples,title,summary,extensions,endpoints';

/** A breaking change, such as: POST /2023-04-11/customers: removed the request property `name` (request-property-removed). */
interface Change {
  readonly operation?: string;
  readonly path?: string;
  readonly text: string;
  /** The id of the check that found it. */
  readonly id: string;
}

/** The breaking changes from a released contract to the current one; empty when all changes are compatible. */
export async function contractChanges(frozenFile: string, current: JsonObject): Promise<string[]> {
  const run = (args: readonly string[]) => runOasdiff([...args, '--flatten-allof', frozenFile, '-'], current);
  const [breaking, differences] = await Promise.all([
    run(['breaking', '--format=json', `--severity-levels=${SEVERITIES}`]),
    run(['diff', '--format=json', `--exclude-elements=${TEXTS}`]),
  ]);
  const changes: Change[] = [...JSON.parse(breaking === '' ? '[]' : breaking), ...unseenChanges(parsed(differences))];
  return changes.map(({ operation, path, text, id }) => `${operation ?? 'any'} ${path ?? 'path'}: ${text} (${id})`);
}

async function runOasdiff(args: readonly string[], revision: JsonObject): Promise<string> {
  if (!existsSync(oasdiff))
    throw new Error('oasdiff is not built; the set-up says why: node scripts/setup.mjs --tests');
  const running = promisify(execFile)(oasdiff, args, { maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin?.end(JSON.stringify(revision));
  return (await running).stdout;
}

/** The two breaking changes that oasdiff does not check: another security scheme under the same name, and an alternative of a body that requires more. */
function unseenChanges(differences: JsonObject): Change[] {
  const schemes = Object.keys(part(differences, 'components', 'securitySchemes', 'modified'));
  const paths = Object.entries(part(differences, 'paths', 'modified'));
  return [
    ...schemes.map((name) => ({ text: `changed the security scheme \`${name}\``, id: 'security-scheme-changed' })),
    ...paths.flatMap(([path, item]) =>
      Object.entries(part(item, 'operations', 'modified')).flatMap(([operation, change]) =>
        requiredInAlternatives(part(change, 'requestBody')).map((name) => ({
          operation,
          path,
          text: `made \`${name}\` required in an alternative of the request body`,
          id: 'request-alternative-became-required',
        })),
      ),
    ),
  ];
}

/** The properties that anyOf and oneOf below this difference newly require. */
function requiredInAlternatives(difference: Json | undefined): string[] {
  if (typeof difference !== 'object' || difference === null) return [];
  return Object.entries(difference).flatMap(([word, value]) => {
    const own =
      word === 'anyOf' || word === 'oneOf'
        ? asArray(asObject(value)['modified']).flatMap((item) => asArray(part(item, 'diff', 'required')['added']))
        : [];
    return [...own.map(String), ...requiredInAlternatives(value)];
  });
}

/** An object within another one, empty when there is none. */
function part(value: Json | undefined, ...names: readonly string[]): JsonObject {
  return names.reduce<JsonObject>((object, name) => asObject(object[name] ?? {}), asObject(value ?? {}));
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
