// Runs the samples of the guides as their readers do: as programs, with a key and addresses filled in. Go's are built together into one program, whose
// arguments name the sample and whose environment holds the values to fill in.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { authlibPython } from '../../../scripts/setup/authlib.mjs';
import { findGo, goEnvironment } from '../../../scripts/setup/go.mjs';
import { isSample, type CodeBlock } from '../../../src/docs-site/guide.ts';
import { readMarkdown } from '../../../src/docs-site/markdown.ts';
import { FOR_DEVELOPERS, type GuideName } from '../../../src/docs-site/paths.ts';
import { clientPackage } from './client-package.ts';

export const LANGUAGES = ['sh', 'ts', 'python', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Sample {
  readonly guide: GuideName;
  /** The index among the samples of the guide, from 0. */
  readonly place: number;
  readonly texts: Readonly<Partial<Record<Language, string>>>;
}

/** Values by placeholder. */
export type Values = Readonly<Record<string, string>>;

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A sample that runs until it is stopped. */
export interface Started {
  /** The output so far. */
  readonly stdout: () => string;
  stop(): Promise<void>;
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Values;
}

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const GO_MODULE = join(PROJECT, 'test/clients/go');
const BUILD_TIMEOUT_MILLISECONDS = 180_000;
const RUN_TIMEOUT_MILLISECONDS = 30_000;
const FILL = `package fill

import (
	"os"
	"strings"
)

var values = strings.NewReplacer(strings.FieldsFunc(os.Getenv("FILL"), func(r rune) bool { return r == '\\x1f' })...)

// In replaces the guide's placeholders by the reader's values.
func In(text string) string { return values.Replace(text) }
`;

export function readGuide(guide: GuideName): {
  readonly markdown: string;
  readonly codes: readonly (readonly CodeBlock[])[];
} {
  const markdown = readFileSync(join(PROJECT, 'docs/guides', `${guide}.md`), 'utf8');
  const { sections } = readMarkdown(markdown, { toHref: (link) => link, toImage: (tag) => tag });
  return { markdown, codes: sections.flatMap(({ rows }) => rows.flatMap(({ codes }) => codes)) };
}

export function readSamples(): Sample[] {
  return FOR_DEVELOPERS.flatMap(({ name }) => {
    const groups = readGuide(name).codes.filter((codes) => codes.every(isSample));
    return groups.map((codes, place) => ({
      guide: name,
      place,
      texts: Object.fromEntries(codes.map(({ language, text }) => [language, text])),
    }));
  });
}

export class SampleRunner {
  readonly #folder = mkdtempSync(join(PROJECT, '.cache', 'samples-'));
  #count = 0;

  /** Builds the samples in Go, and the client for those in TypeScript. Throws with the compiler's output. */
  async build(samples: readonly Sample[]): Promise<void> {
    mkdirSync(join(this.#folder, 'node_modules'));
    symlinkSync(clientPackage(), join(this.#folder, 'node_modules/masthead-client'));
    await this.#buildGo(samples);
  }

  async #buildGo(samples: readonly Sample[]): Promise<void> {
    const go = findGo();
    if (go === undefined) throw new Error('there is no Go: node scripts/setup.mjs --tests finds or installs one');
    const inGo = samples.flatMap(({ guide, place, texts }) =>
      texts.go === undefined ? [] : [{ name: goName(guide, place), text: texts.go }],
    );
    for (const file of ['go.mod', 'go.sum']) copyFileSync(join(GO_MODULE, file), join(this.#folder, file));
    this.#write('fill/fill.go', FILL);
    for (const { name, text } of inGo) this.#write(`${name}/sample.go`, toGoPackage(name, text));
    this.#write('main.go', goProgram(inGo.map(({ name }) => name)));
    const { exitCode, stderr } = await run(
      go,
      ['build', '-o', 'samples', '.'],
      this.#folder,
      goEnvironment,
      BUILD_TIMEOUT_MILLISECONDS,
    );
    if (exitCode !== 0) throw new Error(`the samples in Go cannot be built\n${stderr}`);
  }

  run(sample: Sample, language: Language, values: Values): Promise<Run> {
    const { command, args, cwd, env } = this.#program(sample, language, values);
    return run(command, args, cwd, env);
  }

  /** @param settings of the program's environment */
  start(sample: Sample, language: Language, settings: Values): Started {
    const { command, args, cwd, env } = this.#program(sample, language, {});
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, args, {
      cwd,
      env: { PATH, HOME, ...env, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const stop = async (): Promise<void> => {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    };
    return { stdout: () => stdout, stop };
  }

  #program({ guide, place, texts }: Sample, language: Language, values: Values): Program {
    const text = texts[language];
    if (text === undefined) throw new Error(`sample ${place} of ${guide} is not there in ${language}`);
    if (language === 'go')
      return {
        command: join(this.#folder, 'samples'),
        args: [goName(guide, place)],
        cwd: this.#folder,
        env: { FILL: Object.entries(values).flat().join('\u001F') },
      };
    this.#count += 1;
    const file = this.#write(
      `${this.#count}/sample.${language}`,
      Object.entries(values).reduce((filled, [placeholder, value]) => filled.replaceAll(placeholder, value), text),
    );
    const cwd = join(this.#folder, String(this.#count));
    if (language === 'sh') return { command: 'sh', args: ['-eu', file], cwd, env: {} };
    return language === 'ts'
      ? { command: process.execPath, args: ['--no-warnings', file], cwd, env: {} }
      : { command: authlibPython, args: ['-B', file], cwd, env: {} };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(name: string, text: string): string {
    const file = join(this.#folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    return file;
  }
}

function goName(guide: GuideName, place: number): string {
  return `${guide.toLowerCase().replaceAll('-', '')}${place}`;
}

/** Turns the sample's main into a function of a package of its own; placeholders in its strings are replaced at run time. */
function toGoPackage(name: string, text: string): string {
  const filled = text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, (literal) =>
    /https:\/\/(?:api|news|www)\.example\.com|YOUR_|THE_/.test(literal) ? `fill.In(${literal})` : literal,
  );
  const fill = filled === text ? '' : '\nimport "masthead.example/client/fill"\n';
  return filled.replace('package main\n', `package ${name}\n${fill}`).replace('func main()', 'func Main()');
}

function goProgram(names: readonly string[]): string {
  const imports = names.map((name) => `\t"masthead.example/client/${name}"`).join('\n');
  const cases = names.map((name) => `\tcase "${name}":\n\t\t${name}.Main()`).join('\n');
  return `package main\n\nimport (\n\t"os"\n${imports}\n)\n\nfunc main() {\n\tswitch os.Args[1] {\n${cases}\n\t}\n}\n`;
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Values = {},
  timeout = RUN_TIMEOUT_MILLISECONDS,
): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    execFile(command, args, { cwd, timeout, env: { PATH, HOME, ...env } }, (error, stdout, stderr) => {
      resolve({
        exitCode: error === null ? 0 : Number(error.code ?? 1) || 1,
        stdout,
        stderr: stderr || (error === null ? '' : error.message),
      });
    });
  });
}
