// The local demo as `npm start` runs it: the service, its publication and the publisher's website, in a process with a data folder of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../../src/config.ts';
import { systemClock } from '../../../src/database/clock.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { SecretKeys } from '../../../src/database/secrets.ts';
import { listPublications, type PublicationRow } from '../../../src/models/publication/publication.ts';
import type { Service } from '../../../src/service.ts';
import { findFreePortPair, startDemo as startDemoProcess } from './demo-process.ts';

/** The content of data/demo.json. */
export interface Demo {
  readonly name: string;
  readonly site_url: string;
  readonly base_url: string;
  readonly mailbox_url: string;
  readonly publisher_site_url: string;
  readonly api_key: string;
  /** Signs in to the dashboard once, as the owner. */
  readonly dashboard_url: string;
}

export interface RunningDemo extends Demo {
  readonly dataDir: string;
  /** The e-mail code of the newest mail to the address, as soon as there is one that was not returned before. */
  nextCode(email: string): Promise<string>;
  stop(): Promise<void>;
}

type DemoParts = Pick<Service, 'database' | 'clock' | 'secretKeys'>;
type DemoApi = Pick<Demo, 'base_url' | 'api_key'>;

/** As GET /members shows one. */
export interface DemoMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly plan_slug: string | null;
  readonly newsletter_slugs: readonly string[];
}

const MAIL_TIMEOUT_MILLISECONDS = 15_000;

/** Throws with its output when it does not start. */
export async function startDemo(): Promise<RunningDemo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'masthead-demo-'));
  const { end } = await startDemoProcess({ PORT: String(await findFreePortPair()), DATA_DIR: dataDir });
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const given = new Set<string>();
  const stop = async (): Promise<void> => {
    await end();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...demo, dataDir, nextCode: (email) => nextCode(demo, email, given), stop };
}

/** The first hundred members, by the data API. */
export async function membersOf(demo: DemoApi): Promise<readonly DemoMember[]> {
  const answer = await fetch(`${demo.base_url}/2023-04-11/members?limit=100`, { headers: headersOf(demo) });
  return ((await answer.json()) as { objects: DemoMember[] }).objects;
}

/** Creates a customer by the data API and returns their activation page. */
export async function newActivationUrl(demo: DemoApi): Promise<string> {
  activationCodes += 1;
  const body = new URLSearchParams({ activation_code: `from the letter ${activationCodes}` });
  const answer = await fetch(`${demo.base_url}/2023-04-11/customers`, {
    method: 'POST',
    headers: headersOf(demo),
    body,
  });
  return ((await answer.json()) as { activation_url: string }).activation_url;
}

/** What the publisher does, by the models and on the demo's database. */
export async function withPublicationOf(
  { dataDir }: Pick<RunningDemo, 'dataDir'>,
  act: (parts: DemoParts, publication: PublicationRow) => Promise<void>,
): Promise<void> {
  const config = readConfig({ ENVIRONMENT: 'test', DATA_DIR: dataDir });
  const database = openDatabase(config.databaseUrl);
  try {
    const [publication] = await listPublications(database);
    if (publication === undefined) throw new Error('the demo has no publication');
    await act({ database, clock: systemClock, secretKeys: new SecretKeys(config.secretKeys) }, publication);
  } finally {
    await database.close();
  }
}

let activationCodes = 0;

function headersOf({ api_key: key }: DemoApi): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
}

/** @param given the ids of mails whose e-mail codes were returned before */
async function nextCode({ mailbox_url: mailbox }: Demo, email: string, given: Set<string>): Promise<string> {
  for (const until = Date.now() + MAIL_TIMEOUT_MILLISECONDS; Date.now() < until; await pause(20)) {
    const answer = await fetch(`${mailbox}/messages?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { id: string; subject: string }[];
    const newest = mails.find(({ subject }) => /^\d{6}\b/.test(subject));
    if (newest === undefined || given.has(newest.id)) continue;
    given.add(newest.id);
    return newest.subject.slice(0, 6);
  }
  throw new Error(`no new mail with a code came to ${email}`);
}
