// R-F20 a signing key is replaced as compromised by the command line while two processes serve sign-ins: within a second neither signs with the
// stolen key, publishes it, or takes a hint that it signed (sign-in rules D11, E3).
import { setTimeout as wait } from 'node:timers/promises';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { parseKeySet } from '../../src/tokens/key-set.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import {
  setProviderStage,
  type ProviderStage,
  type Reader,
  type Website,
} from '../support/processes/provider-processes.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';
import { drawnDialects } from '../support/runs/drawn.ts';

const SECRET_KEY = 'a secret key of the tests that is long enough';
const WITHIN_MILLISECONDS = 1000;
let stage: ProviderStage | undefined;

afterEach(() => stage?.close());

async function newIdToken(on: ProviderStage, server: ServerProcess, website: Website, reader: Reader): Promise<string> {
  const { body } = await on.redeem(server, website, await on.authorize(server, website, reader));
  return String(Object(JSON.parse(body))['id_token']);
}

async function publishedKids(on: ProviderStage, server: ServerProcess): Promise<unknown[]> {
  const { body } = await on.send(server, '/.well-known/jwks.json');
  return (parseKeySet(body)?.keys ?? []).map(({ kid }) => kid);
}

test.each(drawnDialects(10))(
  'D11 R-F20 on %s a compromised key is gone from every process a second after it was replaced',
  async (dialect) => {
    stage = await setProviderStage(dialect);
    const on = stage;
    const [website, reader] = [await on.newWebsite(), await on.newReader('ada@example.test')];
    const servers = await Promise.all([on.start({ SECRET_KEY }), on.start({ SECRET_KEY })]);
    const stolen: string[] = [];
    for (const server of servers) stolen.push(await newIdToken(on, server, website, reader));
    const masthead = new CommandLine({ DATABASE_URL: on.databaseUrl, SECRET_KEY });
    const { kid } = await masthead.json<{ kid: string }>('signing-key', 'rotate', '--compromised');
    await wait(WITHIN_MILLISECONDS);
    for (const server of servers) {
      const [hint = ''] = stolen;
      const asked = await on.send(server, `/oauth/end_session?id_token_hint=${hint}`, {
        headers: { cookie: reader.cookie },
      });
      expect([asked.status, asked.body]).toEqual([200, expect.stringContaining('csrf_token')]);
      const idToken = await newIdToken(on, server, website, reader);
      expect(decodeProtectedHeader(idToken).kid).toBe(kid);
      expect(await publishedKids(on, server)).toEqual([kid]);
      const keySet = parseKeySet((await on.send(server, '/.well-known/jwks.json')).body) ?? { keys: [] };
      await expect(jwtVerify(idToken, createLocalJWKSet(keySet))).resolves.toBeDefined();
      await expect(jwtVerify(hint, createLocalJWKSet(keySet))).rejects.toThrow('no applicable key found');
    }
  },
);
