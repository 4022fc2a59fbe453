// Installs the generators of the data API's clients (npm run sdk) for Python, Go and Java, and the libraries of the generated clients, at pinned
// versions. Each language uses its own package manager, so that the machine's settings for it apply.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getGo, goEnvironment } from './go.mjs';
import {
  cacheFolder,
  CannotPrepare,
  findCommand,
  installDebianPackages,
  lastLines,
  projectFolder,
  readState,
  remember,
  run,
  say,
} from './machine.mjs';
import { commandIn, preparePython } from './python.mjs';

const recipes = join(projectFolder, 'sdk');

/** The generator of the Python client, and a Python that has what the client uses. They exist after `preparePythonSdk`. */
export const pythonGenerator = commandIn('sdk-python', 'openapi-python-client');
export const sdkPython = commandIn('sdk-python', 'python');

/** Installs openapi-python-client unless it is there. Throws CannotPrepare. */
export function preparePythonSdk() {
  const requirements = join(projectFolder, 'scripts', 'requirements-sdk.txt');
  preparePython({
    name: 'sdk-python',
    title: 'openapi-python-client',
    requirements,
    check: ['openapi-python-client', '--version'],
  });
}

const goFolder = join(cacheFolder, 'sdk-go');
/** The Go version that oapi-codegen requires. */
const OLDEST_GO_MINOR = 25;

/** The generator of the Go client; it exists after `prepareGoSdk`. */
export const goGenerator = join(goFolder, 'oapi-codegen');

/** The command of Go that prepared the client. Throws CannotPrepare. */
export function goCommand() {
  const go = readState()['sdk-go-command'];
  if (go === undefined || !existsSync(go))
    throw new CannotPrepare('the Go client was not prepared; the set-up says why: node scripts/setup.mjs --tests');
  return go;
}

/** Builds oapi-codegen and downloads the client's modules unless they are there. Throws CannotPrepare. */
export function prepareGoSdk() {
  const key = `${goEnvironment.GOMODCACHE} ${keyOf(['go/tools/go.mod', 'go/tools/go.sum', 'go/go.mod', 'go/go.sum'])}`;
  if (readState()['sdk-go'] === key && existsSync(goGenerator)) return;
  const go = getGo(OLDEST_GO_MINOR);
  say('building oapi-codegen into .cache/sdk-go (some seconds, once)');
  rmSync(goFolder, { recursive: true, force: true });
  const built = run(go, ['build', '-o', goGenerator, 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'], {
    cwd: join(recipes, 'go', 'tools'),
    env: goEnvironment,
  });
  if (!built.ok) throw new CannotPrepare(`oapi-codegen cannot be built\n${lastLines(built.output)}`);
  const fetched = run(go, ['mod', 'download', 'all'], { cwd: join(recipes, 'go'), env: goEnvironment });
  if (!fetched.ok) throw new CannotPrepare(`the modules of the Go client cannot be had\n${lastLines(fetched.output)}`);
  remember('sdk-go-command', go);
  remember('sdk-go', key);
}

const javaFolder = join(cacheFolder, 'sdk-java');
const OPENAPI_GENERATOR = '7.25.0';
const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const OLDEST_JAVA = 17;
/** Options for a faster start of a Java that runs for seconds. */
export const SHORT_LIVED = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'];

/** The generator of the Java client, and the libraries that the client uses. They exist after `prepareJavaSdk`. */
export const javaGenerator = join(javaFolder, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
export const javaClasspath = join(javaFolder, 'libraries', '*');

/** Installs openapi-generator and the client's libraries unless they are there; finds a JDK and a Maven, or installs Debian's. Throws CannotPrepare. */
export function prepareJavaSdk() {
  const key = `${OPENAPI_GENERATOR} ${keyOf(['java/pom.xml'])}`;
  if (readState()['sdk-java'] === key && existsSync(javaGenerator) && hasJava()) return;
  if (!hasJava()) installJava();
  say('fetching openapi-generator and its client’s libraries into .cache/sdk-java (about half a minute, once)');
  rmSync(javaFolder, { recursive: true, force: true });
  mkdirSync(javaFolder, { recursive: true });
  const libraries = join(javaFolder, 'libraries');
  const goals = [`${DEPENDENCY_PLUGIN}:copy`, `${DEPENDENCY_PLUGIN}:copy-dependencies`];
  maven([
    ...goals,
    `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`,
    '--file',
    join(recipes, 'java', 'pom.xml'),
    `-DoutputDirectory=${libraries}`,
  ]);
  // Both goals would copy to one folder; the client has to run without the generator.
  renameSync(join(libraries, basename(javaGenerator)), javaGenerator);
  remember('sdk-java', key);
}

/** @param {string[]} args */
function maven(args) {
  const env = { MAVEN_OPTS: [process.env['MAVEN_OPTS'] ?? '', ...SHORT_LIVED].join(' ').trim() };
  const result = run('mvn', ['--batch-mode', '--quiet', `-Dmaven.repo.local=${join(cacheFolder, 'maven')}`, ...args], {
    env,
  });
  if (!result.ok)
    throw new CannotPrepare(`Maven could not fetch what the Java client needs\n${lastLines(result.output)}`);
}

function hasJava() {
  const [, major] =
    /(\d+)/.exec(findCommand('javac') === undefined ? '' : run('javac', ['-J-XX:-UsePerfData', '-version']).output) ??
    [];
  return Number(major) >= OLDEST_JAVA && findCommand('java') !== undefined && findCommand('mvn') !== undefined;
}

function installJava() {
  const reason = installDebianPackages(['default-jdk-headless', 'maven']);
  if (!hasJava())
    throw new CannotPrepare(
      `there is no JDK of ${OLDEST_JAVA} or newer with Maven${reason === undefined ? '' : `, and ${reason}`}\n    install both (on Debian: apt-get install default-jdk-headless maven)`,
    );
}

/** @param {string[]} files below sdk/ */
function keyOf(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${projectFolder}`);
  for (const file of files) hash.update(file).update(readFileSync(join(recipes, file)));
  return hash.digest('hex');
}
