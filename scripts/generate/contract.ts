// Reads openapi.yaml for the generator: its operations in order, with every $ref resolved where a generated file needs the whole schema.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { exactContract } from './exact.ts';
import { asArray, asObject, isArray, type Json, type JsonObject } from './json.ts';

export type PartName = 'query' | 'path' | 'header' | 'form';
export const PART_NAMES: readonly PartName[] = ['query', 'path', 'header', 'form'];

interface ContractAnswer {
  readonly status: number;
  readonly mediaType?: string;
  /** Name of the schema of a JSON answer. */
  readonly schemaName?: string;
}

export interface ContractOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly security: readonly string[];
  readonly hasEffects: boolean;
  /** One object schema for each part; absent where the operation has no such parameters. */
  readonly parts: Readonly<Partial<Record<PartName, JsonObject>>>;
  readonly answers: readonly ContractAnswer[];
}

export interface Contract {
  /** openapi.yaml as it is. */
  readonly document: JsonObject;
  /** Those of the exact contract, which the service checks. */
  readonly operations: readonly ContractOperation[];
  /** The exact schema with no $ref left in it. */
  readonly resolve: (schema: JsonObject) => JsonObject;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const FORM = 'application/x-www-form-urlencoded';

export function readContract(path: string): Contract {
  const document = asObject(parse(readFileSync(path, 'utf8'), { merge: true }));
  const exact = exactContract(document);
  const operations = Object.entries(asObject(exact['paths'])).flatMap(([url, item]) =>
    METHODS.filter((method) => method in asObject(item)).map((method) =>
      toOperation(exact, url, method, asObject(asObject(item)[method])),
    ),
  );
  return { document, operations, resolve: (part) => asObject(resolved(exact, part)) };
}

/** The object that a value is or refers to, one step. */
function followed(document: JsonObject, value: Json | undefined): JsonObject {
  const object = asObject(value);
  const ref = object['$ref'];
  if (typeof ref !== 'string') return object;
  return ref
    .slice(2)
    .split('/')
    .reduce<JsonObject>((at, name) => asObject(at[name.replaceAll('~1', '/').replaceAll('~0', '~')]), document);
}

/** The value with every $ref replaced by what it refers to. */
export function resolved(document: JsonObject, value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map((item) => resolved(document, item));
  const object = followed(document, value);
  return Object.fromEntries(
    Object.entries(object).map(([name, item]) => [name, item === undefined ? item : resolved(document, item)]),
  );
}

function toOperation(document: JsonObject, path: string, method: string, operation: JsonObject): ContractOperation {
  return {
    operationId: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    tag: String(asArray(operation['tags'])[0]),
    security: asArray(operation['security']).flatMap((requirement) => Object.keys(asObject(requirement))),
    hasEffects: operation['x-has-effects'] === true,
    parts: toParts(document, operation),
    answers: Object.entries(asObject(operation['responses'])).map(([status, answer]) =>
      toAnswer(document, Number(status), answer),
    ),
  };
}

function toParts(document: JsonObject, operation: JsonObject): Partial<Record<PartName, JsonObject>> {
  const parameters = asArray(operation['parameters']).map((parameter) => followed(document, parameter));
  const parts: Partial<Record<PartName, JsonObject>> = {};
  for (const name of PART_NAMES) {
    const own = parameters.filter((parameter) => parameter['in'] === name);
    if (own.length > 0) parts[name] = toPartSchema(own);
  }
  if (operation['requestBody'] !== undefined) {
    const content = asObject(followed(document, operation['requestBody'])['content']);
    parts.form = asObject(asObject(content[FORM])['schema']);
  }
  return parts;
}

function toPartSchema(parameters: readonly JsonObject[]): JsonObject {
  return {
    type: 'object',
    additionalProperties: false,
    required: parameters
      .filter((parameter) => parameter['required'] === true)
      .map((parameter) => String(parameter['name'])),
    properties: Object.fromEntries(parameters.map((parameter) => [String(parameter['name']), parameter['schema']])),
  };
}

function toAnswer(document: JsonObject, status: number, answer: Json | undefined): ContractAnswer {
  const content = followed(document, answer)['content'];
  const [mediaType] = content === undefined ? [] : Object.keys(asObject(content));
  if (mediaType === undefined) return { status };
  const ref = asObject(asObject(asObject(content)[mediaType])['schema'])['$ref'];
  if (typeof ref !== 'string') throw new TypeError(`answer ${status} has no named schema`);
  return mediaType === 'application/json'
    ? { status, mediaType, schemaName: ref.slice(ref.lastIndexOf('/') + 1) }
    : { status, mediaType };
}
