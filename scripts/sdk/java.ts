// The Java client: openapi-generator's classes and the hand-written ones of sdk/java (credentials, errors, pagination), compiled into one jar.
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../generate/contract.ts';
import { errorCodes, forGenerators } from '../generate/data-api.ts';
import { javaClasspath, javaGenerator, SHORT_LIVED } from '../setup/sdk.mjs';
import { PROJECT, run, sdkVersion, type Sdk } from './sdk.ts';
import { className } from './words.ts';

const PACKAGE = 'src/main/java/masthead';

export const java: Sdk = {
  name: 'java',
  build: (contract, target) => {
    const source = join(PROJECT, 'sdk/java');
    const folder = mkdtempSync(join(tmpdir(), 'masthead-sdk-'));
    try {
      const document = join(folder, 'openapi.json');
      writeFileSync(document, JSON.stringify(forGenerators(contract)));
      run('java', [
        ...SHORT_LIVED,
        '-jar',
        javaGenerator,
        'generate',
        '--generator-name',
        'java',
        '--input-spec',
        document,
        '--output',
        folder,
        '--config',
        join(source, 'generator.yaml'),
      ]);
      cpSync(join(folder, 'src/main/java'), join(target, 'src/main/java'), { recursive: true });
      cpSync(join(source, 'src'), join(target, 'src'), { recursive: true });
      for (const name of ['README.md', 'pom.xml']) cpSync(join(source, name), join(target, name));
      mkdirSync(join(target, PACKAGE, 'errors'));
      for (const [name, text] of Object.entries(errorFiles(contract))) writeFileSync(join(target, PACKAGE, name), text);
      compile(target, join(folder, 'classes'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function compile(target: string, classes: string): void {
  const sources = globSync('src/main/java/**/*.java', { cwd: target });
  run(
    'javac',
    [
      ...SHORT_LIVED.map((flag) => `-J${flag}`),
      '-nowarn',
      '-proc:none',
      '-encoding',
      'UTF-8',
      '--release',
      '17',
      '-cp',
      javaClasspath,
      '-d',
      classes,
      ...sources,
    ],
    { cwd: target },
  );
  cpSync(join(PROJECT, 'LICENSE'), join(classes, 'META-INF/LICENSE'));
  run('jar', ['--create', '--file', join(target, `masthead-client-${sdkVersion()}.jar`), '-C', classes, '.']);
}

/** An error class for each code, and the table from code to class. */
function errorFiles(contract: Contract): Record<string, string> {
  const codes = errorCodes(contract);
  const classes = codes.map((code) => {
    const name = className(code);
    const text = `package masthead.errors;\n\nimport masthead.MastheadError;\n\n/** {@code ${code}} */\npublic class ${name} extends MastheadError {\n  public ${name}(Details details) {\n    super(details);\n  }\n}\n`;
    return [`errors/${name}.java`, text] as const;
  });
  const cases = codes.map((code) => `      case "${code}" -> new masthead.errors.${className(code)}(details);\n`);
  const table = `package masthead;\n\n/** Which class stands for a code. */\nfinal class ErrorClasses {\n  static final String VERSION = "${sdkVersion()}";\n\n  private ErrorClasses() {}\n\n  static MastheadError of(MastheadError.Details details) {\n    return switch (details.code() == null ? "" : details.code()) {\n${cases.join('')}      default -> new MastheadError(details);\n    };\n  }\n}\n`;
  return { ...Object.fromEntries(classes), 'ErrorClasses.java': table };
}
