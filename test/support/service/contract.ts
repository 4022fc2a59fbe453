// Validates an answer against openapi.yaml: its status is documented for the operation, its headers are present and valid, its body has the documented
// media type and fits the schema. 500 and above are documented everywhere, so a test must expect one (expectFailure). Every test passes its answers of
// contract operations through here.
import { Ajv, type ValidateFunction } from 'ajv';
import { OpenAPIBackend, type Operation } from 'openapi-backend';
import { expect } from 'vitest';
import { FORMATS } from '../../../scripts/generate/formats.ts';
import { openContract } from '../../../src/http/contract.ts';
import { refuseFailure } from './failures.ts';

type Headers = Readonly<Record<string, string | string[] | number | undefined>>;

const { definition } = await openContract();
const contract = await new OpenAPIBackend({
  definition,
  quick: true,
  strict: true,
  ajvOpts: { formats: FORMATS },
}).init();
// A map, since openapi-backend lists all operations for each lookup by name.
const operations = new Map(contract.getOperations().map((operation) => [operation.operationId, operation]));

/** @param body the text or the parsed JSON; undefined for an answer to HEAD, whose body is not checked */
export function expectDocumented(operationId: string, status: number, headers: Headers, body: unknown): void {
  refuseFailure(operationId, status, typeof body === 'string' ? body : JSON.stringify(body ?? ''));
  expect(undocumented(operationId, status, headers, body), `${operationId} answered ${status}`).toEqual([]);
}

/** The violations of the contract in an answer, one line each. */
export function undocumented(operationId: string, status: number, headers: Headers, body: unknown): string[] {
  const operation = operations.get(operationId);
  if (operation === undefined) return [`${operationId} is no operation`];
  const answer = asRecord(asRecord(operation.responses)[String(status)]);
  if (answer['description'] === undefined) return [`status ${status} is not documented`];
  return [
    ...headerFaults(headers, asRecord(answer['headers'])),
    ...bodyFaults(operation, status, headers, Object.keys(asRecord(answer['content'])), body),
  ];
}

function headerFaults(headers: Headers, documented: Readonly<Record<string, unknown>>): string[] {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(documented).flatMap(([name, header]) => {
    const { required, schema } = asRecord(header);
    const value = sent.get(name.toLowerCase());
    if (value === undefined) return required === true ? [`header ${name} is missing`] : [];
    const check = headerCheckOf(asRecord(schema));
    return check({ value }) ? [] : (check.errors ?? []).map((error) => `header ${name}${describe(error)}`);
  });
}

// Numbers and booleans stand in a header as text.
const headerSchemas = new Ajv({ coerceTypes: true, strict: false, allErrors: true });
const headerChecks = new Map<string, ValidateFunction>();

/**
 * One compiled check for each schema of a header. openapi-backend would compile four for each status of an operation, which takes longer than most
 * tests.
 */
function headerCheckOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = headerChecks.get(text);
  if (known !== undefined) return known;
  const made = headerSchemas.compile({ type: 'object', properties: { value: schema } });
  headerChecks.set(text, made);
  return made;
}

function bodyFaults(
  operation: Operation,
  status: number,
  headers: Headers,
  mediaTypes: readonly string[],
  body: unknown,
): string[] {
  if (body === undefined) return [];
  if (mediaTypes.length === 0) return body === '' ? [] : ['a body where none is documented'];
  const mediaType = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  if (!mediaTypes.includes(mediaType))
    return [`media type ${mediaType} where ${mediaTypes.join(' or ')} is documented`];
  if (mediaType !== 'application/json') return [];
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
  return (contract.validateResponse(value, operation, status).errors ?? []).map(describe);
}

function describe(error: { readonly instancePath: string; readonly message?: string | undefined }): string {
  return `${error.instancePath} ${error.message ?? 'is not valid'}`;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
