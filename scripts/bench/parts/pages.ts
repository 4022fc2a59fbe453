// Pages: the offers page as a visitor without a cookie asks for it, against Fastify that has the same bytes in memory.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compare, type Part } from '../part.ts';
import { startReference } from '../reference.ts';
import { measure } from '../rounds.ts';

const PATH = '/offers';
const LEAST_OF_MEMORY = 0.4;
/** Of the publication that filled-database.ts makes. */
const HEADERS = { host: 'bench.localhost', 'accept-language': 'en-GB,en;q=0.8' };
/** Those that Node and Fastify write by themselves. */
const WRITTEN_ANYWAY = new Set(['date', 'connection', 'keep-alive', 'content-length']);

export const pages: Part = {
  name: 'pages',
  what: 'the offers page',
  async run({ service, loadProcess, length }) {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-bench-'));
    const file = join(folder, 'page.json');
    const page = await read(`${service.url}${PATH}`);
    if (!page.body.includes('</html>')) throw new Error(`${PATH} answered no page: ${page.body.slice(0, 200)}`);
    writeFileSync(file, JSON.stringify({ path: PATH, ...page }));
    const memory = await startReference(['page', file]);
    try {
      const load = () => ({ headers: HEADERS, paths: [PATH] });
      const subjects = [
        { name: 'the same bytes from memory', server: memory, load },
        { name: 'offers page', server: service, load },
      ];
      return compare(await measure(loadProcess, subjects, length), [
        { subject: 'offers page', reference: 'the same bytes from memory', least: LEAST_OF_MEMORY },
      ]);
    } finally {
      await memory.end('SIGTERM');
      rmSync(folder, { recursive: true });
    }
  },
};

/** By node:http, since fetch writes a Host header of its own. */
async function read(url: string): Promise<{ headers: Record<string, string>; body: string }> {
  const answered = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
  const request = get(url, { headers: HEADERS }, (response) => {
    const headers = Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        WRITTEN_ANYWAY.has(name) || typeof value !== 'string' ? [] : [[name, value]],
      ),
    );
    text(response).then((body) => answered.resolve({ headers, body }), answered.reject);
  });
  request.on('error', answered.reject);
  return answered.promise;
}
