// The methods of the TypeScript client: one for each operation, named by its operationId. Path parameters come first, then the query or the form, then
// the options of the request.
import { type Contract, type ContractOperation } from '../generate/contract.ts';
import { asArray, asObject, type Json, type JsonObject } from '../generate/json.ts';
import { docComment, pascal } from './words.ts';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

interface Parameters {
  readonly signature: string;
  readonly argument: string;
  readonly types: readonly string[];
}

/** The file with the client's class. */
export function operationsFile(contract: Contract): string {
  const methods = contract.operations.map((operation) => method(contract, operation));
  const types = [...new Set(methods.flatMap((one) => one.types))].toSorted();
  return [
    "import type { Answer, PageAnswer } from '../answer.ts';",
    "import { Transport, type Operation, type RequestOptions } from '../transport.ts';",
    `import type { ${types.join(', ')} } from './types.ts';\n`,
    ...contract.operations.map((operation) => constant(contract, operation)),
    '\n/** The data API of one publication. */',
    'export class Masthead extends Transport {',
    `${methods.map(({ text }) => text).join('\n')}}\n`,
  ].join('\n');
}

function constant({ resolve }: Contract, { operationId, method: verb, path, parts }: ContractOperation): string {
  const headers = namesIn(parts.header);
  const unknown = headers.find((name) => name !== IDEMPOTENCY_KEY);
  if (unknown !== undefined)
    throw new TypeError(`${operationId} has the header ${unknown}, which the client cannot send`);
  const key = headers.length > 0 ? ', takesIdempotencyKey: true' : '';
  const names = [
    ...namesIn(parts.path),
    ...namesIn(parts.query),
    ...namesIn(parts.form === undefined ? undefined : resolve(parts.form)),
  ].map((name) => `'${name}'`);
  return `const ${operationId}: Operation = { method: '${verb}', path: '${path}'${key}, parameters: [${names.join(', ')}] };`;
}

function method(contract: Contract, operation: ContractOperation): { text: string; types: readonly string[] } {
  const { operationId, parts } = operation;
  const success = operation.answers.find(({ status }) => status < 300)?.schemaName;
  if (success === undefined) throw new TypeError(`${operationId} answers no object`);
  const { signature, argument, types } = parametersOf(operation, parts);
  const item = itemOf(contract, success);
  const [answer, send] =
    item === undefined ? [`Answer<${success}>`, 'call'] : [`PageAnswer<${item}, ${success}>`, 'list'];
  const path = namesIn(parts.path);
  const filled =
    path.length === 0
      ? operationId
      : `{ ...${operationId}, path: \`${operation.path.replaceAll(/\{(\w+)\}/g, '${encodeURIComponent($1)}')}\` }`;
  const text = [
    docComment(textOf(contract, operation), '  '),
    `  ${operationId}(${[...path.map((name) => `${name}: string`), signature, 'options: RequestOptions = {}'].filter((part) => part !== '').join(', ')}): ${answer} {\n`,
    `    return this.${send}(${filled}, ${argument === '' ? 'options' : `{ ...options, ${argument} }`});\n`,
    '  }\n',
  ].join('');
  return { text, types: [success, ...(item === undefined ? [] : [item]), ...types] };
}

function parametersOf({ operationId }: ContractOperation, { query, form }: ContractOperation['parts']): Parameters {
  if (query !== undefined && form !== undefined) throw new TypeError(`${operationId} has both a query and a form`);
  if (form !== undefined) {
    const type = formType(operationId, form);
    return { signature: `form: ${type}`, argument: 'form', types: [type] };
  }
  if (query === undefined) return { signature: '', argument: '', types: [] };
  const type = `${pascal(operationId)}Parameters`;
  const isOptional = asArray(query['required']).length === 0;
  return { signature: `query: ${type}${isOptional ? ' = {}' : ''}`, argument: 'query', types: [type] };
}

function formType(operationId: string, form: JsonObject): string {
  const ref = form['$ref'];
  if (typeof ref !== 'string') throw new TypeError(`the form of ${operationId} has no name`);
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function namesIn(part: JsonObject | undefined): string[] {
  if (part === undefined) return [];
  return Object.keys(asObject(part['properties'] ?? {}));
}

/** The schema of a page's objects, where the answer is a page. */
function itemOf({ document }: Contract, name: string): string | undefined {
  const properties = asObject(
    asObject(asObject(asObject(document['components'])['schemas'])[name])['properties'] ?? {},
  );
  if (properties['objects'] === undefined || properties['next_page'] === undefined) return undefined;
  const ref = asObject(asObject(properties['objects'])['items'])['$ref'];
  return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined;
}

function textOf({ document }: Contract, { path, method: verb }: ContractOperation): string {
  const { summary, description }: Readonly<Record<string, Json | undefined>> = asObject(
    asObject(asObject(document['paths'])[path])[verb.toLowerCase()],
  );
  return [summary, description].filter((text) => typeof text === 'string').join('.\n\n');
}
