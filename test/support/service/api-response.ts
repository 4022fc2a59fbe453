// Validates every answer of the data API in any test against openapi.yaml: its status is documented, its body and headers are valid.
import type { LightMyRequestResponse } from 'fastify';
import { dataApiOperations } from '../../../generated/router.ts';
import { expectDocumented } from './contract.ts';

/** Answers to paths and methods outside of the contract have the error object, too. */
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
