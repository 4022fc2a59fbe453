// A publisher's website in another language: a program that listens on loopback by the files of a recipe, beside a running service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplicationSettings } from '../../src/models/sign-in/oauth-application.ts';
import { HttpBrowser } from '../support/browser/http-browser.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { startLiveService, type LiveService, type Registered } from '../support/service/live-service.ts';
import { readRecipe } from './recipe.ts';

const READY_TIMEOUT_MILLISECONDS = 90_000;

export interface ProgramSite {
  readonly live: LiveService;
  readonly registered: Registered;
  readonly origin: string;
  newBrowser(): HttpBrowser;
  close(): Promise<void>;
}

export interface Program {
  /** The heading of its recipe in docs/clients.md. */
  readonly recipe: string;
  /** A program that is told the port, the files of the recipe and a folder for them as JSON, and prints `ready`. */
  readonly command: readonly [string, ...string[]];
  readonly registration: (origin: string) => ApplicationSettings;
}

/** Starts the service and the program, each knowing the other. */
export async function startProgramSite({ recipe, command, registration }: Program): Promise<ProgramSite> {
  const live = await startLiveService();
  const folder = mkdtempSync(join(tmpdir(), 'masthead-recipe-'));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const registered = await live.register(registration(origin));
  const files = readRecipe(recipe, { siteUrl: live.siteUrl, origin, ...registered });
  const [file, ...args] = command;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGKILL');
  process.once('exit', stop);
  const ended = once(child, 'close');
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time: ${output}`)), READY_TIMEOUT_MILLISECONDS);
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (/^ready$/m.test(output)) resolve(clearTimeout(timer));
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${file} ended: ${output}`)));
  });
  child.stdin.on('error', () => undefined).end(JSON.stringify({ port, files, folder }));
  const browsers: HttpBrowser[] = [];
  const close = async (): Promise<void> => {
    process.off('exit', stop);
    stop();
    await Promise.all([ended, ...browsers.map((browser) => browser.close())]);
    rmSync(folder, { recursive: true, force: true });
    await live.close();
  };
  try {
    await ready;
  } catch (error) {
    await close();
    throw error;
  }
  const newBrowser = (): HttpBrowser => {
    const browser = new HttpBrowser();
    browsers.push(browser);
    return browser;
  };
  return { live, registered, origin, newBrowser, close };
}
