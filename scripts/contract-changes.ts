// `node scripts/contract-changes.ts`: fails when openapi.yaml breaks a released version of the data API (service.md, Versioning), one line a breaking
// change, with the number of the rule that it breaks (contract-changes/rules.ts). `--freeze 2023-04-11` writes that version down as released.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpointChanges } from './contract-changes/endpoints.ts';
import { RULES, type Change } from './contract-changes/rules.ts';
import { asArray, asObject, readContract, resolverOf, type Json, type JsonObject } from './generate/contract.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const FROZEN = `${PROJECT}test/contract/frozen`;

/** The changes from one contract to the next that a client of the first would feel; empty when every one of them is compatible. */
export function contractChanges(released: JsonObject, current: JsonObject): Change[] {
  return endpointChanges(resolved(released), resolved(current));
}

/** Such as: removed response property `plan_slug` of POST /customers: breaks rule 3 */
export function toLine({ what, rule }: Change): string {
  return `${what}: breaks rule ${rule}`;
}

/** The data API of one version, without the rest of the contract and with the components that it reaches. */
export function dataApiOf(document: JsonObject, version: string): JsonObject {
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

/** Adds every $ref within the value, and within what they refer to. */
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

/** Every released version by its date. */
export function frozenContracts(): Readonly<Record<string, JsonObject>> {
  const files = globSync('*.json', { cwd: FROZEN });
  return Object.fromEntries(
    files.map((name) => [basename(name, '.json'), asObject(parsed(readFileSync(`${FROZEN}/${name}`, 'utf8')))]),
  );
}

export function currentContract(): JsonObject {
  return readContract(`${PROJECT}openapi.yaml`).document;
}

function parsed(text: string): Json {
  return JSON.parse(text);
}

function resolved(document: JsonObject): JsonObject {
  return { ...document, ...resolverOf(document)({ paths: document['paths'] }) };
}

function isDataApi(item: Json | undefined): boolean {
  return Object.values(asObject(item)).some((operation) => asArray(asObject(operation)['tags']).includes('data-api'));
}

function freeze(version: string): void {
  writeFileSync(`${FROZEN}/${version}.json`, `${JSON.stringify(dataApiOf(currentContract(), version), null, 1)}\n`);
}

function compare(): void {
  const current = currentContract();
  for (const [version, released] of Object.entries(frozenContracts())) {
    const changes = contractChanges(released, current);
    for (const change of changes) process.stderr.write(`${version}: ${toLine(change)}\n`);
    for (const rule of new Set(changes.map((change) => change.rule)))
      process.stderr.write(`rule ${rule}: ${RULES[rule]}\n`);
    if (changes.length > 0) process.exitCode = 1;
  }
}

if (import.meta.main) {
  const [option, version] = process.argv.slice(2);
  if (option === '--freeze' && version !== undefined) freeze(version);
  else compare();
}
