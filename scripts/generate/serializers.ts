// generated/serializers.js and serializers.d.ts: one JSON serializer for each named schema of an answer. A field that the contract
// does not know is never sent; a missing required one is an error.
import fastJsonStringify from 'fast-json-stringify';
import type { Contract } from './contract.ts';
import type { JsonObject } from './json.ts';

const HEADER = '// Written by scripts/generate.ts from openapi.yaml: never edited by hand.\n';
const SETUP = `// @ts-nocheck
import { createRequire } from 'node:module';

const Serializer = createRequire(import.meta.url)('fast-json-stringify/lib/serializer.js');
const serializer = Serializer.restoreFromState({ mode: 'standalone' });
const validator = null;
`;

/** The names of the schemas of JSON answers, each once, in the order of the contract. */
function serializedSchemas(contract: Contract): string[] {
  const names = contract.operations.flatMap((operation) =>
    operation.answers.flatMap(({ schemaName }) => (schemaName === undefined ? [] : [schemaName])),
  );
  return [...new Set(names)].toSorted();
}

export function serializersFiles(contract: Contract): Record<string, string> {
  const names = serializedSchemas(contract);
  const writers = names.map((name) => `export const ${name} = (${writerCode(contract, name)});\n`);
  const types = names.map((name) => `export const ${name}: Serialize;`);
  return {
    'serializers.js': `${HEADER}${SETUP}\n${writers.join('\n')}`,
    'serializers.d.ts': `${HEADER}import type { Serialize } from '../src/http/check.ts';\n\n${types.join('\n')}\n`,
  };
}

function writerCode(contract: Contract, name: string): string {
  const schema = withoutWords(contract.resolve({ $ref: `#/components/schemas/${name}` }));
  const code = String(fastJsonStringify(schema, { mode: 'standalone' }));
  const start = code.indexOf('module.exports = ');
  if (start === -1 || code.includes('new Validator')) throw new Error(`${name} cannot be written without a validator`);
  return code
    .slice(start + 'module.exports = '.length)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}

/** The schema for fast-json-stringify, without the keywords that only describe or validate. */
function withoutWords(schema: JsonObject): Record<string, unknown> {
  const json = JSON.stringify(schema, (word, value: unknown) =>
    ['pattern', 'format', 'minimum', 'maxLength', 'enum'].includes(word) && !isSchema(value) ? undefined : value,
  );
  return JSON.parse(json);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value;
}
