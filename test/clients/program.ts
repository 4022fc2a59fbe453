// A client in another language: a program that is told its settings on standard input, walks the whole way by itself, hosted pages included,
// and prints what it saw as one JSON object.
import { execFile } from 'node:child_process';
import { afterAll, beforeAll } from 'vitest';
import { startLiveService, type LiveService } from '../support/service/live-service.ts';

const REDIRECT_URI = 'http://localhost:3999/callback';
const TIMEOUT_MILLISECONDS = 60_000;
export const EMAIL = 'ada@example.org';

export interface Walk {
  readonly siteUrl: string;
  readonly clientId: string;
  /** What the program printed. */
  readonly seen: Readonly<Record<string, unknown>>;
}

/** Runs the program once for all tests of a file. It fails them where it is not there: the set-up says why. */
export function useProgram(command: string, args: readonly string[] = []): () => Walk {
  let live: LiveService | undefined;
  let walk: Walk | undefined;
  beforeAll(async () => {
    live = await startLiveService();
    const { siteUrl } = live;
    const { clientId, clientSecret } = await live.register({ redirectUri: REDIRECT_URI });
    const settings = {
      site_url: siteUrl,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: REDIRECT_URI,
      email: EMAIL,
    };
    walk = { siteUrl, clientId, seen: await run(command, args, settings) };
  });
  afterAll(() => live?.close());
  return () => {
    if (walk === undefined) throw new Error('the program has not run');
    return walk;
  };
}

function run(command: string, args: readonly string[], settings: object): Promise<Walk['seen']> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { timeout: TIMEOUT_MILLISECONDS }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout));
      else
        reject(new Error(`${command} failed; node scripts/setup.mjs --tests installs it\n${stderr}`, { cause: error }));
    });
    child.stdin?.on('error', () => undefined).end(JSON.stringify(settings));
  });
}
