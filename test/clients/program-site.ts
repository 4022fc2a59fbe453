// A publisher's website in another language: a program that listens on loopback by the files of a recipe, beside a running service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApplicationSettings } from '../../src/models/sign-in/oauth-application.ts';
import { HttpBrowser } from '../support/browser/http-browser.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { startLiveService, type LiveService, type Registered } from '../support/service/live-service.ts';
import { readRecipe } from './recipe.ts';

const READY_TIMEOUT_MILLISECONDS = 60_000;

export interface ProgramSite {
  readonly live: LiveService;
  readonly registered: Registered;
  readonly origin: string;
  readonly folder: string;
  /** What the program printed. */
  output(): string;
  newBrowser(): HttpBrowser;
  close(): Promise<void>;
}

export interface Place {
  /** Holds the files of the recipe. */
  readonly folder: string;
  readonly port: number;
}

export interface Program {
  /** The heading of its recipe in docs/clients.md. */
  readonly recipe: string;
  readonly command: (place: Place) => readonly [string, ...string[]];
  /** Files beside those of the recipe, such as the configuration of a server that includes them. */
  readonly files?: (place: Place) => Readonly<Record<string, string>>;
  readonly registration: (origin: string) => ApplicationSettings;
  /** Milliseconds, for one that is built first. */
  readonly readyWithin?: number;
}

/** Starts the service and the program, each knowing the other. */
export async function startProgramSite({
  recipe,
  command,
  files,
  registration,
  readyWithin = READY_TIMEOUT_MILLISECONDS,
}: Program): Promise<ProgramSite> {
  const live = await startLiveService();
  const place: Place = { folder: mkdtempSync(join(tmpdir(), 'masthead-recipe-')), port: await findFreePort() };
  // A server that gives up its rights reads them, too.
  chmodSync(place.folder, 0o755);
  const origin = `http://127.0.0.1:${place.port}`;
  const registered = await live.register(registration(origin));
  const written = {
    ...files?.(place),
    ...readRecipe(recipe, { siteUrl: live.siteUrl, origin, ...registered }),
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(place.folder, name), text);
  const [file, ...args] = command(place);
  const child = spawn(file, args, { cwd: place.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGKILL');
  process.once('exit', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'close').catch((error: unknown) => {
    output += String(error);
  });
  const browsers: HttpBrowser[] = [];
  const close = async (): Promise<void> => {
    process.off('exit', stop);
    stop();
    await Promise.all([ended, ...browsers.map((browser) => browser.close())]);
    rmSync(place.folder, { recursive: true, force: true });
    await live.close();
  };
  const isOver = (): boolean => child.pid === undefined || child.exitCode !== null;
  if (!(await isAnswering(origin, readyWithin, isOver))) {
    await close();
    throw new Error(`${file} does not answer: ${output}`);
  }
  const newBrowser = (): HttpBrowser => {
    const browser = new HttpBrowser();
    browsers.push(browser);
    return browser;
  };
  return { live, registered, origin, folder: place.folder, output: () => output, newBrowser, close };
}

async function isAnswering(origin: string, within: number, isOver: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + within; Date.now() < deadline && !isOver(); await sleep(100)) {
    const answer = await fetch(origin, { redirect: 'manual' }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined) return true;
  }
  return false;
}
