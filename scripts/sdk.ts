// `npm run sdk`: builds the clients of the data API from openapi.yaml into sdk/dist/; `-- --only python,go` only those.
import '../src/node-version.ts';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDataApi } from './generate/data-api.ts';
import { go } from './sdk/go.ts';
import { java } from './sdk/java.ts';
import { python } from './sdk/python.ts';
import { PRODUCTS, PROJECT, type Sdk } from './sdk/sdk.ts';
import { typescript } from './sdk/typescript.ts';

const SDKS: readonly Sdk[] = [typescript, python, go, java];

/** Builds the named clients, or all. Throws with the tool's output where one cannot be built. */
export function buildSdks(names: readonly string[] = SDKS.map(({ name }) => name)): void {
  const unknown = names.filter((name) => !SDKS.some((sdk) => sdk.name === name));
  if (unknown.length > 0)
    throw new Error(`no such client: ${unknown.join(', ')}; there are ${SDKS.map(({ name }) => name).join(', ')}`);
  const contract = readDataApi(join(PROJECT, 'openapi.yaml'));
  for (const sdk of SDKS.filter(({ name }) => names.includes(name))) {
    const start = performance.now();
    const target = join(PRODUCTS, sdk.name);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    cpSync(join(PROJECT, 'LICENSE'), join(target, 'LICENSE'));
    sdk.build(contract, target);
    process.stdout.write(`sdk/dist/${sdk.name} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
  }
}

if (import.meta.main) {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  buildSdks(only?.split(','));
}
