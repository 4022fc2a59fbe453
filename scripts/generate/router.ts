// Writes generated/operation-ids.ts, the names of all operations, and generated/router.ts, one row for each operation (method, path, tag, security,
// checks, serializers), typed so that a handler, a check or a serializer of another operation does not compile.
import { exportName, rulesOf } from './checks.ts';
import { type Contract, type ContractOperation, type PartName } from './contract.ts';
import { asObject, type JsonObject } from './json.ts';

const FIELDS: readonly (readonly [string, PartName])[] = [
  ['query', 'query'],
  ['params', 'path'],
  ['headers', 'header'],
  ['form', 'form'],
];

const HEADER = '// Written by scripts/generate.ts from openapi.yaml: never edited by hand.';

export function operationIdsFile(contract: Contract): string {
  const [dataApi, signIn] = byTag(contract);
  return [
    HEADER,
    `export type DataApiOperationId = ${union(dataApi.map(({ operationId }) => operationId))};`,
    `export type SignInOperationId = ${union(signIn.map(({ operationId }) => operationId))};`,
    '',
    '/** The query parameters that have a default, and so are always there. */',
    'export interface DefaultedParameters {',
    ...dataApi.flatMap((operation) => defaultedLine(contract, operation)),
    '}',
    '',
    `export const dataApiOperationIds: readonly DataApiOperationId[] = [${list(dataApi)}];`,
    `export const signInOperationIds: readonly SignInOperationId[] = [${list(signIn)}];`,
    '',
  ].join('\n');
}

export function routerFile(contract: Contract): string {
  const [dataApi, signIn] = byTag(contract);
  return [
    HEADER,
    "import type { DataApiOperations, SignInOperations } from '../src/http/check.ts';",
    "import * as checks from './checks.js';",
    "import * as serializers from './serializers.js';",
    '',
    'export const dataApiOperations: DataApiOperations = {',
    ...dataApi.map((operation) =>
      row(
        operation,
        FIELDS.map(([field, part]) => partLine(contract, operation, field, part)),
      ),
    ),
    '};',
    '',
    'export const signInOperations: SignInOperations = {',
    ...signIn.map((operation) => row(operation, [])),
    '};',
    '',
  ].join('\n');
}

function byTag({ operations }: Contract): [readonly ContractOperation[], readonly ContractOperation[]] {
  return [operations.filter(({ tag }) => tag === 'data-api'), operations.filter(({ tag }) => tag === 'sign-in')];
}

function union(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ');
}

function list(operations: readonly ContractOperation[]): string {
  return operations.map(({ operationId }) => `'${operationId}'`).join(', ');
}

function row(operation: ContractOperation, partLines: readonly string[]): string {
  return [
    `  ${operation.operationId}: {`,
    `    operationId: '${operation.operationId}',`,
    `    method: '${operation.method}',`,
    `    path: '${operation.path}',`,
    `    tag: '${operation.tag}',`,
    `    security: ${JSON.stringify(operation.security)},`,
    `    hasEffects: ${operation.hasEffects},`,
    '    answers: {',
    ...operation.answers.map((answer) => `      ${answerEntry(answer)},`),
    '    },',
    ...partLines,
    '  },',
  ].join('\n');
}

function answerEntry({ status, mediaType, schemaName }: ContractOperation['answers'][number]): string {
  const media = mediaType === undefined ? [] : [`mediaType: '${mediaType}'`];
  const serialize = schemaName === undefined ? [] : [`serialize: serializers.${schemaName}`];
  return `${status}: { ${[...media, ...serialize].join(', ')} }`;
}

function partLine(contract: Contract, operation: ContractOperation, field: string, part: PartName): string {
  const schema = operation.parts[part];
  if (schema === undefined)
    return `    ${field}: { parameters: {}, isValid: checks.nothing, shape: checks.nothing, rules: [] },`;
  const name = exportName(operation, part);
  const rules = rulesOf(contract, operation, part);
  const shape = rules.length === 0 ? name : `${name}Shape`;
  const ruleEntries = rules.map(
    (rule) =>
      `{ check: checks.${rule.exportName}, parameter: '${rule.parameter}', message: ${JSON.stringify(rule.message)} }`,
  );
  const parameters = JSON.stringify(toParameters(contract.resolve(schema)));
  return `    ${field}: { parameters: ${parameters}, isValid: checks.${name}, shape: checks.${shape}, rules: [${ruleEntries.join(', ')}] },`;
}

function toParameters(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(asObject(schema['properties'])).map(([name, value]) => [name, toParameter(asObject(value))]),
  );
}

function toParameter(schema: JsonObject): JsonObject {
  return {
    type: schema['type'],
    absent: schema['x-absent'] ?? [],
    trim: schema['x-trim'] === true,
    default: schema['default'],
    message: schema['x-message'],
    minimum: schema['minimum'],
    maximum: schema['maximum'],
    values: schema['enum'],
  };
}

function defaultedLine(contract: Contract, operation: ContractOperation): string[] {
  const schema = operation.parts.query;
  if (schema === undefined) return [];
  const names = Object.entries(toParameters(contract.resolve(schema))).filter(
    ([, parameter]) => asObject(parameter)['default'] !== undefined,
  );
  return names.length === 0 ? [] : [`  ${operation.operationId}: ${union(names.map(([name]) => name))};`];
}
