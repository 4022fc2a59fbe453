// The contract as clients need it: the data API alone. For sign-in, which is OpenID Connect, there are certified libraries (docs/clients.md), so
// those operations, and the schemas that only they use, are left out.
import { readContract, resolved, type Contract } from './contract.ts';
import { asArray, asObject, isArray, type Json, type JsonObject } from './json.ts';

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
  return dataApiOf(readContract(path));
}

export function dataApiOf(contract: Contract): Contract {
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

const ABOUT = `The data API of Masthead, for generators of clients. Requests carry an API key as the user name of HTTP Basic, with an empty password;
bodies are form-encoded, answers are JSON. Clients must tolerate new properties, headers and values: they may be added to a version at any time.
`;

/**
 * The document for generators (docs/sdk.md), where they need the opposite of what people and other tools need. Nothing is added:
 * - a version of three numbers, which a Rust crate must have,
 * - one `default` answer for all errors, which each client turns into typed errors, so that an unlisted status is one, too,
 * - no enumerations: they grow within a version, and clients in Python, PHP and Ruby fail on an unknown value. The description lists the values,
 * - times in a query as texts: a client in PHP cannot send a time there,
 * - no links and no words of our own.
 */
export function forGenerators({ document }: Contract): JsonObject {
  const { parameters, ...components } = asObject(document['components']);
  const info = asObject(document['info']);
  return asObject(
    tolerant(
      withUsedComponents({
        ...document,
        info: { ...info, version: numbered(String(info['version'])), description: ABOUT },
        tags: [{ name: GROUP, description: 'Members, customers, subscriptions and what is offered' }],
        components: { ...components, parameters: withTextTimes(document, asObject(parameters)) },
        paths: pathsOf(document, withOneError),
      }),
    ),
  );
}

/** 2023-04-11 as 2023.4.11. */
function numbered(version: string): string {
  return version.split('-').map(Number).join('.');
}

function withTextTimes(document: JsonObject, parameters: JsonObject): JsonObject {
  const changed = Object.entries(parameters).map(([name, parameter]) => {
    const { format, ...schema } = asObject(resolved(document, asObject(asObject(parameter)['schema'])));
    return [name, format === 'date-time' ? { ...asObject(parameter), schema } : parameter] as const;
  });
  return Object.fromEntries(changed);
}

function schemasOf(document: JsonObject): JsonObject {
  return asObject(asObject(document['components'])['schemas']);
}

function withOneError(operation: JsonObject): JsonObject {
  const answers = Object.entries(asObject(operation['responses'])).filter(([status]) => status.startsWith('2'));
  const successes = answers.map(([status, answer]) => [
    status,
    Object.fromEntries(Object.entries(asObject(answer)).filter(([name]) => name !== 'links')),
  ]);
  return { ...operation, tags: [GROUP], responses: { ...Object.fromEntries(successes), default: ERROR } };
}

/** Any value where the contract lists some, and no words of our own. */
function tolerant(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map(tolerant);
  const { enum: values, ...rest } = value;
  const entries = Object.entries(rest).flatMap(([name, item]) =>
    item === undefined || name.startsWith('x-') ? [] : [[name, tolerant(item)] as const],
  );
  return { ...Object.fromEntries(entries), ...(values === undefined ? {} : described(value)) };
}

function described({ type, description, enum: values }: JsonObject): JsonObject {
  if (type !== 'string') return {};
  const sentence = `One of ${asArray(values).join(', ')}; others may be added.`;
  return { description: description === undefined ? sentence : `${String(description)}. ${sentence}` };
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
