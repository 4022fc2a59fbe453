// Known vulnerabilities, by a stand-in for the registry: what it says is what the command says, and no answer is never a pass.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

async function askWith(registry: RequestListener): Promise<readonly [number | null, string]> {
  const cache = mkdtempSync(join(tmpdir(), 'masthead-npm-'));
  const server = createServer(registry).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, ['scripts/advisories.ts'], {
      cwd: PROJECT,
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: cache,
        npm_config_loglevel: 'silent',
      },
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

/** Answers questions about advisories so, and those about a package as if it had a bad and a good version. */
const answer =
  (status: number, body: object): RequestListener =>
  (request, response) => {
    request.resume();
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const versions = Object.fromEntries(['1.0.0', '99.0.0'].map((version) => [version, { name, version }]));
    const known = { name, 'dist-tags': { latest: '99.0.0' }, versions };
    const isQuestion = request.method === 'POST';
    response.writeHead(isQuestion ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isQuestion ? body : known));
  };
const advisory = (severity: string): object => ({
  fastify: [
    { id: 1, url: 'https://example.org/1', title: 'bad', severity, vulnerable_versions: '<99.0.0', cwe: [], cvss: {} },
  ],
});

test.each([
  ['an answer without any', answer(200, {}), 0, 'advisories: 0 high or critical, 0 others\n'],
  ['a high one', answer(200, advisory('high')), 1, 'high: fastify 1.0.0\nadvisories: 1 high or critical, 0 others\n'],
  ['one that is low', answer(200, advisory('low')), 0, 'advisories: 0 high or critical, 1 others\n'],
  ['a registry that has no such service', answer(404, {}), 3, 'advisories: NOT RUN, the registry does not answer\n'],
  ['a registry that is broken', answer(500, {}), 3, 'advisories: NOT RUN, the registry does not answer\n'],
] as const)('R-S5 advisories: %s', async (_name, registry, code, said) => {
  expect(await askWith(registry)).toEqual([code, said]);
});
