// The Python client: openapi-python-client's package below the hand-written one of sdk/python: credentials, errors and pagination.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../generate/contract.ts';
import { errorCodes, forGenerators } from '../generate/data-api.ts';
import { pythonGenerator } from '../setup/sdk.mjs';
import { PROJECT, run, sdkVersion, type Sdk } from './sdk.ts';
import { className } from './words.ts';

export const python: Sdk = {
  name: 'python',
  build: (contract, target) => {
    const source = join(PROJECT, 'sdk/python');
    for (const name of ['README.md', 'pyproject.toml', 'masthead_client'])
      cpSync(join(source, name), join(target, name), {
        recursive: true,
        filter: (path) => !path.includes('__pycache__'),
      });
    const folder = mkdtempSync(join(tmpdir(), 'masthead-sdk-'));
    try {
      const document = join(folder, 'openapi.json');
      writeFileSync(document, JSON.stringify(forGenerators(contract)));
      const output = join(target, 'masthead_client/generated');
      const said = run(pythonGenerator, [
        'generate',
        '--path',
        document,
        '--config',
        join(source, 'generator.yaml'),
        '--meta',
        'none',
        '--output-path',
        output,
      ]);
      // The generator omits what it does not understand, and succeeds all the same.
      if (/warning/i.test(said)) throw new Error(`openapi-python-client left something out\n${said}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
    writeFileSync(join(target, 'masthead_client/codes.py'), codesFile(contract));
    writeFileSync(join(target, 'masthead_client/version.py'), `VERSION = "${sdkVersion()}"\n`);
  },
};

function codesFile(contract: Contract): string {
  const classes = errorCodes(contract).map(
    (code) => `\n\nclass ${className(code)}(ApiError):\n    """\`${code}\`"""\n`,
  );
  const table = errorCodes(contract).map((code) => `    "${code}": ${className(code)},\n`);
  return `"""The errors of the data API by code."""\n\nfrom .errors import ApiError\n${classes.join('')}\n\nERROR_CLASSES: dict[str, type[ApiError]] = {\n${table.join('')}}\n`;
}
