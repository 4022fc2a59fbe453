// The Go client: oapi-codegen's file in one package with the hand-written files of sdk/go: credentials, errors and pagination.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../generate/contract.ts';
import { errorCodes, forGenerators } from '../generate/data-api.ts';
import { goGenerator } from '../setup/sdk.mjs';
import { PROJECT, run, sdkVersion, type Sdk } from './sdk.ts';
import { pascal } from './words.ts';

export const go: Sdk = {
  name: 'go',
  build: (contract, target) => {
    const source = join(PROJECT, 'sdk/go');
    for (const name of ['README.md', 'go.mod', 'go.sum', 'client.go', 'errors.go', 'pages.go'])
      cpSync(join(source, name), join(target, name));
    const folder = mkdtempSync(join(tmpdir(), 'masthead-sdk-'));
    try {
      const document = join(folder, 'openapi.json');
      writeFileSync(document, JSON.stringify(forGenerators(contract)));
      run(goGenerator, ['-config', join(source, 'generator.yaml'), '-o', join(target, 'operations.gen.go'), document]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    writeFileSync(join(target, 'codes.gen.go'), codesFile(contract));
  },
};

function codesFile(contract: Contract): string {
  const codes = errorCodes(contract).map((code) => `\tErr${pascal(code)} = &APIError{Code: "${code}"}\n`);
  return `package masthead\n\nconst version = "${sdkVersion()}"\n\n// The errors of the data API by code, for errors.Is.\nvar (\n${codes.join('')})\n`;
}
