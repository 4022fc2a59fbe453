// openapi-generator's clients for Java, Ruby, PHP and Rust.
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/sdk/sdk.ts';
import { cacheFolder, CannotPrepare, findCommand, installDebianPackages } from '../../scripts/setup/machine.mjs';
import { javaClasspath, javaGenerator, prepareJavaSdk, SHORT_LIVED } from '../../scripts/setup/sdk.mjs';
import { placeWalk, type Generator, type ServedDocument } from './generator.ts';

function generate(language: string, { path }: ServedDocument, output: string, options: readonly string[] = []): void {
  const what = ['generate', '--generator-name', language, '--input-spec', path, '--output', output];
  run('java', [...SHORT_LIVED, '-jar', javaGenerator, ...what, ...options]);
}

export const java: Generator = {
  name: 'openapi-generator for Java',
  prepare: prepareJavaSdk,
  build: (document, folder) => {
    const names = 'invokerPackage=client,apiPackage=client.api,modelPackage=client.model';
    const settings = `library=native,openApiNullable=false,hideGenerationTimestamp=true,${names}`;
    generate('java', document, folder, [`--additional-properties=${settings}`]);
    const { className } = document.group;
    const longAgo = document.hasTimes ? 'OffsetDateTime.parse(longAgo)' : 'longAgo';
    placeWalk('Walk.java', join(folder, 'Walk.java'), className, longAgo);
    const sources = globSync('src/main/java/**/*.java', { cwd: folder });
    const flags = ['-nowarn', '-proc:none', '-encoding', 'UTF-8', '-cp', javaClasspath, '-d', 'classes'];
    run('javac', [...SHORT_LIVED.map((flag) => `-J${flag}`), ...flags, 'Walk.java', ...sources], { cwd: folder });
    return { command: 'java', args: [...SHORT_LIVED, '-cp', `${join(folder, 'classes')}:${javaClasspath}`, 'Walk'] };
  },
};

export const ruby: Generator = {
  name: 'openapi-generator for Ruby',
  prepare: () => {
    prepareJavaSdk();
    prepareDebian('Ruby with typhoeus', ['ruby', '-e', "require 'typhoeus'"], ['ruby', 'ruby-typhoeus']);
  },
  build: (document, folder) => {
    generate('ruby', document, folder);
    const longAgo = document.hasTimes ? 'Time.iso8601(long_ago)' : 'long_ago';
    placeWalk('walk.rb', join(folder, 'walk.rb'), document.group.className, longAgo);
    return { command: 'ruby', args: ['-w', '-I', join(folder, 'lib'), join(folder, 'walk.rb')] };
  },
};

/** Where Debian keeps PHP's libraries. */
const PHP = ['php', '-d', 'include_path=.:/usr/share/php'] as const;

export const php: Generator = {
  name: 'openapi-generator for PHP',
  prepare: () => {
    prepareJavaSdk();
    const packages = ['php-cli', 'php-curl', 'php-mbstring', 'php-guzzlehttp-guzzle', 'php-guzzlehttp-psr7'];
    prepareDebian('PHP with Guzzle', [...PHP, '-r', "require 'GuzzleHttp/autoload.php';"], packages);
  },
  build: (document, folder) => {
    generate('php', document, folder);
    placeWalk('walk.php', join(folder, 'walk.php'), document.group.className);
    for (const file of globSync('lib/**/*.php', { cwd: folder })) run('php', ['-l', file], { cwd: folder });
    const [command, ...flags] = PHP;
    return { command, args: [...flags, 'walk.php'], cwd: folder };
  },
};

export const rust: Generator = {
  name: 'openapi-generator for Rust',
  prepare: () => {
    prepareJavaSdk();
    if (findCommand('cargo') === undefined) throw new CannotPrepare('there is no cargo on this machine: install Rust');
  },
  build: (document, folder) => {
    // A crate needs three numbers; the document for generators has them as its version.
    const version = document.hasTimes ? ['--additional-properties=packageVersion=2023.4.11'] : [];
    generate('rust', document, join(folder, 'client'), version);
    const source = join(import.meta.dirname, 'walks/rust');
    const project = join(folder, 'walk');
    cpSync(source, project, { recursive: true });
    const longAgo = document.hasTimes ? 'long_ago.parse().unwrap()' : '&long_ago';
    placeWalk('rust/src/main.rs', join(project, 'src/main.rs'), document.group.moduleName, longAgo);
    // What the client needs is compiled once, for all documents and runs.
    const target = join(cacheFolder, 'generators/rust');
    run('cargo', ['build', '--quiet', '--locked', '--target-dir', target], { cwd: project });
    const built = join(folder, 'built');
    cpSync(join(target, 'debug/walk'), built);
    return { command: built, args: [] };
  },
};

/** Installs the Debian packages where the command fails without them. Throws CannotPrepare. */
function prepareDebian(title: string, command: readonly [string, ...string[]], packages: string[]): void {
  if (works(command)) return;
  const reason = installDebianPackages(packages);
  if (!works(command))
    throw new CannotPrepare(`${title} is not on this machine${reason === undefined ? '' : `; ${reason}`}`);
}

function works([command, ...args]: readonly [string, ...string[]]): boolean {
  if (findCommand(command) === undefined) return false;
  try {
    run(command, args);
    return true;
  } catch {
    return false;
  }
}
