// generated/types.ts: the contract as TypeScript types, by openapi-typescript.
import openapiTS, { astToString } from 'openapi-typescript';
import type { Contract } from './contract.ts';

export async function typesFile(contract: Contract): Promise<string> {
  const ast = await openapiTS(JSON.stringify(contract.document), { silent: true });
  return `// Written by scripts/generate.ts from openapi.yaml: never edited by hand.\n${astToString(ast)}`;
}
