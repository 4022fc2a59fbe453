// The age of versions, by a stand-in for the registry: a young one is named, and no answer is never a pass.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const LOCK: { packages: Record<string, { version?: string; name?: string }> } = JSON.parse(
  readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'),
);

async function askWith(registry: RequestListener): Promise<readonly [number | null, string]> {
  const cache = mkdtempSync(join(tmpdir(), 'masthead-npm-'));
  const server = createServer(registry).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const npm = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache };
    const child = spawn(process.execPath, ['scripts/package-ages.ts'], {
      cwd: PROJECT,
      env: { ...process.env, ...npm },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return [code, output];
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Knows each package in the versions of the lock file, old ones but for that of `young`. */
const knowing =
  (young: string): RequestListener =>
  (request, response) => {
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const known = Object.entries(LOCK.packages).filter(
      ([path, one]) => (one.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)) === name,
    );
    const versions = known.map(([, { version = '' }]) => version);
    const dist = { tarball: 'http://127.0.0.1:1/x.tgz', integrity: `sha512-${'A'.repeat(86)}==` };
    const at = (name === young ? new Date() : new Date('2020-01-01')).toISOString();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: versions[0] },
        versions: Object.fromEntries(versions.map((version) => [version, { name, version, dist }])),
        time: Object.fromEntries(versions.map((version) => [version, at])),
      }),
    );
  };
const silent: RequestListener = (_request, response) => response.writeHead(503).end();

test.each([
  ['all are old', knowing(''), 0, /^package ages: all 1\d\d are 7 days old or older\n$/],
  ['one is young', knowing('fastify'), 1, /^package ages: fastify@\d+\.\d+\.\d+ is younger than 7 days\n$/],
  ['the registry is broken', silent, 3, /^package ages: NOT RUN, the registry does not answer\n$/],
] as const)('R-S4 the ages of packages: %s', async (_name, registry, code, said) => {
  expect(await askWith(registry)).toEqual([code, expect.stringMatching(said)]);
});
