// Masthead as a flow's target: its own command line makes the application and signs readers in.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { FilledDatabase } from '../filled-database.ts';
import type { FlowTarget } from './flow.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
export const REDIRECT_URI = 'https://www.example.org/callback';
export const READERS = 64;

const applicationShape = z.object({ client_id: z.string(), client_secret: z.string() });
const sessionsShape = z.object({
  site_url: z.string(),
  cookie_name: z.string(),
  sessions: z.array(z.object({ cookie: z.string() })),
});

/** @param url where the service listens, on this database. */
export async function serviceTarget(database: FilledDatabase, url: string): Promise<FlowTarget> {
  const application = applicationShape.parse(
    await masthead(database.url, ['application', 'create', '--name', 'Bench', '--redirect-uri', REDIRECT_URI]),
  );
  const {
    site_url: siteUrl,
    cookie_name: name,
    sessions,
  } = sessionsShape.parse(await masthead(database.url, ['demo', 'sessions', '--count', String(READERS)]));
  return {
    url,
    host: new URL(siteUrl).host,
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    userinfoPath: '/oauth/userinfo',
    clientId: application.client_id,
    clientSecret: application.client_secret,
    redirectUri: REDIRECT_URI,
    cookies: sessions.map(({ cookie }) => `${name}=${cookie}`),
  };
}

async function masthead(databaseUrl: string, args: readonly string[]): Promise<unknown> {
  const env = { ENVIRONMENT: 'test', LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...args, '--json'], {
    cwd: PROJECT,
    env,
  });
  return JSON.parse(stdout);
}
