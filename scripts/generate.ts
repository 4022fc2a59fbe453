// `npm run generate`: writes generated/ from openapi.yaml; `-- --check` writes nothing and exits 1 when a file there is stale.
// The same contract gives the same bytes, and nothing is compiled or parsed as YAML when the service starts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checksFiles } from './generate/checks.ts';
import { readContract } from './generate/contract.ts';
import { dataApiOf, forGenerators } from './generate/data-api.ts';
import { operationIdsFile, routerFile } from './generate/router.ts';
import { serializersFiles } from './generate/serializers.ts';
import { typesFile } from './generate/types.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = `${PROJECT}generated`;

/** The content of each file of generated/, by its name. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const contract = readContract(`${PROJECT}openapi.yaml`);
  return {
    'openapi.json': `${JSON.stringify(contract.document, null, 1)}\n`,
    'openapi-for-generators.json': `${JSON.stringify(forGenerators(dataApiOf(contract)), null, 1)}\n`,
    'types.ts': await typesFile(contract),
    'operation-ids.ts': operationIdsFile(contract),
    'router.ts': routerFile(contract),
    ...checksFiles(contract),
    ...serializersFiles(contract),
  };
}

/** The names of the files in generated/ that are stale. */
export async function staleFiles(): Promise<string[]> {
  const files = await generatedFiles();
  return Object.keys(files).filter((name) => readOrNothing(`${FOLDER}/${name}`) !== files[name]);
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function main(check: boolean): Promise<void> {
  if (check) {
    const stale = await staleFiles();
    if (stale.length > 0) process.stderr.write(`generated/ is stale (${stale.join(', ')}): run npm run generate\n`);
    process.exitCode = stale.length > 0 ? 1 : 0;
    return;
  }
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(await generatedFiles())) writeFileSync(`${FOLDER}/${name}`, text);
}

if (import.meta.main) await main(process.argv.includes('--check'));
