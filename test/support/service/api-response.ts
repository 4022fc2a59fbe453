// Every answer of the data API in any test is held against openapi.yaml: its status is documented, its body and headers are valid.
import type { LightMyRequestResponse } from 'fastify';
import { dataApiOperations } from '../../../generated/router.ts';
import { expectDocumented } from './contract.ts';

/** Answers to addresses and methods that the contract does not know carry the error object all the same. */
export function expectDocumentedResponse(method: string, url: string, response: LightMyRequestResponse): void {
  if (method === 'HEAD') return;
  const path = url.split('?')[0] ?? '';
  const operation = Object.values(dataApiOperations).find(
    (known) => known.method === method && toPattern(known.path).test(path),
  );
  const body: unknown = response.body === '' ? undefined : response.json();
  expectDocumented(operation?.operationId ?? 'listMembers', response.statusCode, response.headers, body);
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
