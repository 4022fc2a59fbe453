// generated/checks.js and checks.d.ts: each part of each data API operation as a compiled check. The sign-in endpoints get none, as the
// protocol's own checks come first there.
import { Ajv, type AnySchemaObject } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { PART_NAMES, type Contract, type ContractOperation, type PartName } from './contract.ts';
import { FORMATS } from './formats.ts';
import { asArray, asObject, type JsonObject } from './json.ts';

const standaloneCode = standalone.default;
const HEADER = '// Written by scripts/generate.ts from openapi.yaml: never edited by hand.\n';
const TYPE_NAMES: Readonly<Record<PartName, string>> = { query: 'Query', path: 'Path', header: 'Header', form: 'Form' };
const RULE_WORDS = new Set(['allOf', 'anyOf', 'oneOf']);

export interface CompiledRule {
  readonly exportName: string;
  readonly schema: JsonObject;
  readonly parameter: string;
  readonly message: string;
}

export function exportName(operation: ContractOperation, part: PartName): string {
  return `${operation.operationId}${TYPE_NAMES[part]}`;
}

/** Rules over several parameters: the parts of the exact form's allOf. */
export function rulesOf(contract: Contract, operation: ContractOperation, part: PartName): CompiledRule[] {
  const schema = operation.parts[part];
  if (schema === undefined) return [];
  return asArray(contract.resolve(schema)['allOf']).map((item, index) => {
    const rule = asObject(asObject(item)['x-rule']);
    return {
      exportName: `${exportName(operation, part)}Rule${index}`,
      schema: asObject(item),
      parameter: String(rule['parameter']),
      message: String(rule['message']),
    };
  });
}

export function checksFiles(contract: Contract): Record<string, string> {
  const schemas: Record<string, JsonObject> = { nothing: { type: 'object', additionalProperties: false } };
  const types = ['export const nothing: Check<Readonly<Record<never, never>>>;'];
  for (const operation of contract.operations.filter(({ tag }) => tag === 'data-api')) {
    for (const part of PART_NAMES) addPart(contract, operation, part, schemas, types);
  }
  return { 'checks.js': compiled(schemas), 'checks.d.ts': `${HEADER}${TYPE_IMPORTS}\n${types.join('\n')}\n` };
}

const TYPE_IMPORTS = `import type { Check } from '../src/http/check.ts';\nimport type { Form, Header, Path, Query } from '../src/http/operation.ts';\n`;

function addPart(
  contract: Contract,
  operation: ContractOperation,
  part: PartName,
  schemas: Record<string, JsonObject>,
  types: string[],
): void {
  const schema = operation.parts[part];
  if (schema === undefined) return;
  const whole = contract.resolve(schema);
  const name = exportName(operation, part);
  const rules = rulesOf(contract, operation, part);
  schemas[name] = whole;
  types.push(`export const ${name}: Check<${TYPE_NAMES[part]}<'${operation.operationId}'>>;`);
  if (rules.length === 0) return;
  schemas[`${name}Shape`] = Object.fromEntries(Object.entries(whole).filter(([word]) => !RULE_WORDS.has(word)));
  types.push(`export const ${name}Shape: Check<unknown>;`);
  for (const rule of rules) {
    schemas[rule.exportName] = rule.schema;
    types.push(`export const ${rule.exportName}: Check<unknown>;`);
  }
}

function compiled(schemas: Readonly<Record<string, JsonObject>>): string {
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    messages: false,
    formats: FORMATS,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['example', 'x-absent', 'x-message', 'x-rule', 'x-trim']);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(mutable(schema), name);
  const code = standaloneCode(ajv, Object.fromEntries(Object.keys(schemas).map((name) => [name, name])));
  return `${HEADER}// @ts-nocheck\n${withRequire(code)}\n`;
}

/** A copy, since Ajv keeps and changes the schema. */
function mutable(schema: JsonObject): AnySchemaObject {
  return structuredClone({ ...schema });
}

/** Ajv leaves require() calls even in an ES module; this defines a require that works under every loader. */
function withRequire(code: string): string {
  return code.replace(
    '"use strict";',
    () => "import { createRequire } from 'node:module';\n\nconst require = createRequire(import.meta.url);\n",
  );
}
