// The walk that a generated client takes through the running service: a customer by e-mail alone, get, all members page by page, a filter by time, a
// subscription, its end, and an error.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setStage, type Stage } from '../sdk/stage.ts';
import type { Generator, Program, ServedDocument } from './generator.ts';

const VERSION = '2023-04-11';

export class Walks {
  readonly documents: readonly ServedDocument[];
  readonly #stage: Stage;
  readonly #folder: string;
  #walked = 0;

  private constructor(stage: Stage, folder: string, documents: readonly ServedDocument[]) {
    this.#stage = stage;
    this.#folder = folder;
    this.documents = documents;
  }

  /** Starts the service and gets its documents as anybody gets them: one as JSON, the other as YAML. */
  static async open(): Promise<Walks> {
    const stage = await setStage('sqlite');
    const folder = mkdtempSync(join(tmpdir(), 'masthead-generators-'));
    const save = async (file: string): Promise<string> => {
      const answer = await fetch(`${stage.settings.base_url}/docs/${VERSION}/${file}`);
      writeFileSync(join(folder, file), await answer.text());
      return join(folder, file);
    };
    return new Walks(stage, folder, [
      {
        title: 'the document for generators',
        path: await save('openapi-for-generators.json'),
        group: { className: 'Data', moduleName: 'data' },
        hasTimes: false,
      },
      {
        title: 'the contract',
        path: await save('openapi.yaml'),
        group: { className: 'DataApi', moduleName: 'data_api' },
        hasTimes: true,
      },
    ]);
  }

  /** Builds the client and walks. Throws with what went wrong. */
  async walk(generator: Generator, document: ServedDocument): Promise<void> {
    this.#walked += 1;
    const folder = join(this.#folder, String(this.#walked));
    mkdirSync(folder);
    const program = generator.build(document, folder);
    const email = `walker${this.#walked}@example.org`;
    const seen = await start(program, { ...this.#stage.settings, email, long_ago: '2020-03-01T09:30:00+02:00' });
    assert.deepEqual(seen, {
      created: email,
      got: email,
      listed: await this.#members(),
      filtered: 1,
      subscribed: 'active',
      canceled: 'canceled',
      error: [404, 'not_found'],
    });
  }

  async #members(): Promise<string[]> {
    const { base_url: url, api_key: key } = this.#stage.settings;
    const headers = { authorization: `Basic ${btoa(`${key}:`)}` };
    const answer = await fetch(`${url}/${VERSION}/members?limit=100`, { headers });
    const page: { objects: { email: string }[] } = JSON.parse(await answer.text());
    return page.objects.map(({ email }) => email);
  }

  async close(): Promise<void> {
    await this.#stage.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function start({ command, args, cwd, env }: Program, given: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const program = execFile(command, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout));
      else reject(new Error(`${error.message}\n${stdout}${stderr}`));
    });
    program.stdin?.end(JSON.stringify(given));
  });
}
