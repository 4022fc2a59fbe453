// The contract as clients need it: the data API alone. For sign-in, which is OpenID Connect, there are certified libraries (docs/clients.md), so
// those operations, and the schemas that only they use, are left out.
import { readContract, type Contract } from './contract.ts';
import { asArray, asObject, type Json, type JsonObject } from './json.ts';

const TAG = 'data-api';
/** Generators name a class or a folder after the tag. */
const GROUP = 'data';
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
const ERROR = {
  description: 'What is wrong',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** openapi.yaml without the sign-in provider. */
export function readDataApi(path: string): Contract {
  const contract = readContract(path);
  const document = withUsedComponents({
    ...contract.document,
    tags: tagsOf(contract.document),
    paths: pathsOf(contract.document, (operation) => operation),
  });
  return { ...contract, document, operations: contract.operations.filter(({ tag }) => tag === TAG) };
}

/** The codes of the error object, in the contract's order. */
export function errorCodes({ document }: Contract): readonly string[] {
  return asArray(
    schemasOf(document)['ErrorCode'] === undefined ? undefined : asObject(schemasOf(document)['ErrorCode'])['enum'],
  ).map(String);
}

/**
 * The data API in the subset of OpenAPI that the generators of other languages understand. Nothing is added; what they cannot handle is removed:
 * - one `default` answer for all errors, which each client turns into typed errors, so that an unlisted status is one, too;
 * - no links, which openapi-generator misreads;
 * - forms as one flat object: rules between parameters (anyOf of bare `required`) become unions without the other parameters;
 * - no enumerations: they grow within a version, and Python's generator fails on an unknown value. The description lists the values.
 */
export function forGenerators({ document }: Contract): JsonObject {
  const schemas = Object.fromEntries(
    Object.entries(schemasOf(document)).map(([name, schema]) => [name, tolerant(withoutRules(asObject(schema)))]),
  );
  const components = { ...asObject(document['components']), schemas };
  return withUsedComponents({
    ...document,
    tags: [{ name: GROUP }],
    components,
    paths: asObject(tolerant(pathsOf(document, withOneError))),
  });
}

function schemasOf(document: JsonObject): JsonObject {
  return asObject(asObject(document['components'])['schemas']);
}

function withoutRules(schema: JsonObject): JsonObject {
  const isForm = schema['properties'] !== undefined && schema['allOf'] !== undefined;
  return isForm ? Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'allOf')) : schema;
}

function withOneError(operation: JsonObject): JsonObject {
  const answers = Object.entries(asObject(operation['responses'])).filter(([status]) => status.startsWith('2'));
  const successes = answers.map(([status, answer]) => [
    status,
    Object.fromEntries(Object.entries(asObject(answer)).filter(([name]) => name !== 'links')),
  ]);
  return { ...operation, tags: [GROUP], responses: { ...Object.fromEntries(successes), default: ERROR } };
}

/** Any text where the contract lists values. */
function tolerant(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(tolerant);
  const object = asObject(value);
  const entries = Object.entries(object).map(
    ([name, item]) => [name, item === undefined ? item : tolerant(item)] as const,
  );
  const values = object['enum'];
  if (!Array.isArray(values)) return Object.fromEntries(entries);
  const description = [object['description'], `One of ${values.join(', ')}; others may be added.`]
    .filter((text) => text !== undefined)
    .join(' ');
  return { ...Object.fromEntries(entries.filter(([name]) => name !== 'enum')), description };
}

function tagsOf({ tags }: JsonObject): Json {
  return asArray(tags).filter((tag) => asObject(tag)['name'] === TAG);
}

function pathsOf({ paths }: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  const isOther = (name: string, value: Json | undefined): boolean =>
    METHODS.has(name) && !asArray(asObject(value)['tags']).includes(TAG);
  const operationsOf = (item: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([name, value]) => !isOther(name, value))
        .map(([name, value]) => [name, METHODS.has(name) ? change(asObject(value)) : value]),
    );
  const kept = Object.entries(asObject(paths)).map(([path, item]) => [path, operationsOf(asObject(item))] as const);
  return Object.fromEntries(kept.filter(([, item]) => Object.keys(item).some((name) => METHODS.has(name))));
}

/** Keeps only the components that a path refers to, directly or not, and the security scheme of the data API. */
function withUsedComponents(document: JsonObject): JsonObject {
  const components = asObject(document['components']);
  const used = new Set(['securitySchemes/apiKey']);
  const visit = (value: Json | undefined): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value ?? null).matchAll(
      /"#\/components\/([^/"]+)\/([^/"]+)/g,
    )) {
      const key = `${kind}/${name}`;
      if (used.has(key)) continue;
      used.add(key);
      visit(asObject(components[kind])[name]);
    }
  };
  visit(document['paths']);
  const keep = (kind: string, items: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(items).filter(([name]) => used.has(`${kind}/${name}`)));
  return {
    ...document,
    components: Object.fromEntries(
      Object.entries(components).map(([kind, items]) => [kind, keep(kind, asObject(items))]),
    ),
  };
}
