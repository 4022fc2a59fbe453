// The TypeScript client: methods, types and error classes generated from the contract, and the hand-written source of sdk/typescript/src, compiled
// to a package that can be published.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../generate/contract.ts';
import { errorCodes } from '../generate/data-api.ts';
import { PROJECT, run, sdkVersion, type Sdk } from './sdk.ts';
import { operationsFile } from './typescript-operations.ts';
import { typesFile } from './typescript-types.ts';
import { className } from './words.ts';

export const typescript: Sdk = {
  name: 'typescript',
  build: (contract, target) => {
    cpSync(join(PROJECT, 'sdk/typescript'), target, { recursive: true });
    const generated = join(target, 'src/generated');
    mkdirSync(generated);
    const files = {
      'operations.ts': operationsFile(contract),
      'types.ts': typesFile(contract),
      'errors.ts': errorsFile(contract),
      'version.ts': `/** Of this package. */\nexport const VERSION = '${sdkVersion()}';\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(generated, name), text);
    run(process.execPath, [join(PROJECT, 'node_modules/typescript-7/bin/tsc'), '--project', target]);
    stripComments(join(target, 'lib'), target);
    rmSync(join(target, 'tsconfig.json'));
  },
};

/** Comments stay in the declarations, where editors read them, and not in the code. */
function stripComments(folder: string, target: string): void {
  const declarations = join(target, 'declarations');
  cpSync(folder, declarations, { recursive: true, filter: (path) => !path.endsWith('.js') });
  run(process.execPath, [
    join(PROJECT, 'node_modules/typescript-7/bin/tsc'),
    '--project',
    target,
    '--removeComments',
    '--declaration',
    'false',
    '--noCheck',
  ]);
  cpSync(declarations, folder, { recursive: true });
  rmSync(declarations, { recursive: true });
}

function errorsFile(contract: Contract): string {
  const codes = errorCodes(contract);
  const classes = codes.map((code) => {
    const name = className(code);
    return `/** \`${code}\` */\nexport class ${name} extends ApiError {\n  override name = '${name}';\n  declare readonly code: '${code}';\n}\n`;
  });
  const table = codes.map((code) => `  ${code}: ${className(code)},\n`).join('');
  return `import { ApiError } from '../error.ts';\n\n${classes.join('\n')}\n/** Which class stands for a code. */\nexport const errorClasses = {\n${table}};\n`;
}
