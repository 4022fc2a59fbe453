// What the sign-in provider answered while it was fuzzed, read from Schemathesis' own record. Every kind of answer that it has must have been
// seen, or the fuzzing got no further than the first checks; and a code must have been given only for what the contract allows.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Ajv, type ValidateFunction } from 'ajv';
import type { SignInOperationId } from '../../generated/operation-ids.ts';
import { signInOperations } from '../../generated/router.ts';
import { openContract } from '../../src/http/contract.ts';

interface Answer {
  readonly operationId: SignInOperationId;
  readonly uri: string;
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** What is read of a line of Schemathesis' NDJSON report. */
interface Line {
  readonly ScenarioFinished?: {
    readonly recorder: { readonly label: string; readonly interactions?: Readonly<Record<string, Interaction>> };
  };
}

interface Interaction {
  readonly request: { readonly method: string; readonly uri: string };
  readonly response?: {
    readonly status_code: number;
    readonly headers: Readonly<Record<string, readonly string[]>>;
    readonly content?: { readonly $base64: string };
  };
}

const METADATA = ['200'];
/** A status alone, or with what tells apart answers of one status. */
const WANTED: Readonly<Record<SignInOperationId, readonly string[]>> = {
  authorize: ['302 with a code', '302 with an error', '302 to the sign-in page', '400'],
  authorizeByPost: ['303 to the same by GET', '415'],
  issueToken: ['200', '400', '401'],
  getUserinfo: ['200', '401'],
  postUserinfo: ['200', '401'],
  endSession: ['200', '200 that asks', '302 to the application', '400'],
  endSessionByPost: ['200', '303 to the same by GET', '303 to the application', '400', '403', '415'],
  getOpenidConfiguration: METADATA,
  getOauthAuthorizationServer: METADATA,
  getJwks: METADATA,
  getSigningKeyPem: METADATA,
  getSigningKeysPem: METADATA,
};

/** Prints how often each operation gave which answer. Returns what is wrong with them, one line each. */
export async function judgeSignInAnswers(record: string): Promise<string[]> {
  const answers = await readAnswers(record);
  const isAllowed = await codeRequestCheck();
  const faults = answers
    .filter((answer) => kindOf(answer) === '302 with a code' && !isAllowed(parametersOf(answer)))
    .map(({ uri }) => `a code was given for ${uri}`);
  for (const [operationId, wanted] of Object.entries(WANTED)) {
    const kinds = Map.groupBy(
      answers.filter((answer) => answer.operationId === operationId),
      kindOf,
    );
    const counts = [...kinds].map(([kind, { length }]) => `${length} × ${kind}`);
    process.stdout.write(`  ${operationId}: ${counts.toSorted().join(', ')}\n`);
    faults.push(...wanted.filter((kind) => !kinds.has(kind)).map((kind) => `${operationId} never answered ${kind}`));
  }
  return faults;
}

async function readAnswers(record: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for await (const line of createInterface({ input: createReadStream(record) })) {
    const { ScenarioFinished: finished } = JSON.parse(line) as Line;
    for (const { request, response } of Object.values(finished?.recorder.interactions ?? {})) {
      const operationId = operationOf(request);
      if (operationId === undefined || response === undefined) continue;
      const body = Buffer.from(response.content?.$base64 ?? '', 'base64').toString();
      answers.push({
        operationId,
        uri: request.uri,
        status: response.status_code,
        location: response.headers['location']?.[0],
        body,
      });
    }
  }
  return answers;
}

/** Undefined for a method that the path does not have. */
function operationOf({ method, uri }: Interaction['request']): SignInOperationId | undefined {
  const { pathname } = new URL(uri);
  return Object.values(signInOperations).find((operation) => operation.method === method && operation.path === pathname)
    ?.operationId;
}

function kindOf({ status, location, body }: Answer): string {
  if (location === undefined) return body.includes('name="csrf_token"') ? `${status} that asks` : String(status);
  return `${status} ${goalOf(location)}`;
}

function goalOf(location: string): string {
  const { hostname, pathname, searchParams } = new URL(location, 'http://localhost');
  if (hostname === 'localhost') return pathname === '/sign-in' ? 'to the sign-in page' : 'to the same by GET';
  if (searchParams.has('code')) return 'with a code';
  return searchParams.has('error') ? 'with an error' : 'to the application';
}

function parametersOf({ uri }: Answer): Record<string, string | string[]> {
  const { searchParams } = new URL(uri);
  // service.md: an empty parameter counts as absent.
  const given = [...new Set(searchParams.keys())].map(
    (name) => [name, searchParams.getAll(name).filter((value) => value !== '')] as const,
  );
  return Object.fromEntries(
    given.flatMap(([name, values]) =>
      values[0] === undefined ? [] : [[name, values.length === 1 ? values[0] : values]],
    ),
  );
}

/** The query of `authorize` as the contract has it; unknown parameters are ignored. */
async function codeRequestCheck(): Promise<ValidateFunction> {
  const parameters = (await openContract()).getOperation('authorize')?.parameters ?? [];
  const properties = parameters.flatMap((parameter) =>
    'schema' in parameter ? [[parameter.name, parameter.schema] as const] : [],
  );
  const required = parameters.flatMap((parameter) =>
    'name' in parameter && parameter.required === true ? [parameter.name] : [],
  );
  return new Ajv({ coerceTypes: true, strict: false }).compile({
    type: 'object',
    required,
    properties: Object.fromEntries(properties),
  });
}
