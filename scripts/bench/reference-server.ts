// The servers that the service is measured against, each a process of its own: Fastify with a constant answer, and Fastify with the service's
// own SQL in prepared statements and nothing else: no key, no checks, no limits, no request id.
// node scripts/bench/reference-server.ts bare | page FILE | sqlite URL PUBLICATION | postgres URL PUBLICATION, listening on PORT.
import { readFileSync } from 'node:fs';
import { fastify, type FastifyInstance } from 'fastify';
import { openRawPostgres } from './reference/postgres.ts';
import { constantPage, registerRaw } from './reference/raw-routes.ts';
import { openRawSqlite } from './reference/sqlite.ts';

const [kind, url = '', publicationId = ''] = process.argv.slice(2);

function register(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get('/readyz', () => ({ status: 'ok' }));
  app.all('/constant', () => constantPage);
  if (kind === 'bare') return;
  if (kind === 'page') return registerPage(app);
  registerRaw(
    app,
    kind === 'sqlite' ? openRawSqlite(url.slice('sqlite:'.length)) : openRawPostgres(url),
    publicationId,
  );
}

/** One page as it was answered elsewhere. */
function registerPage(app: FastifyInstance): void {
  const { path, headers, body }: { path: string; headers: Record<string, string>; body: string } = JSON.parse(
    readFileSync(url, 'utf8'),
  );
  const bytes = Buffer.from(body);
  app.get(path, (_request, reply) => reply.headers(headers).send(bytes));
}

const app = fastify();
register(app);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit());
