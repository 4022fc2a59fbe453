// The oidc-provider package as the sign-in flow's reference, with its own in-memory adapter or with one on SQLite at synchronous=FULL, so that
// both sides are as durable. node oidc-provider-server.ts memory | FILE CLIENT_ID CLIENT_SECRET REDIRECT_URI, listening on PORT.
import { createServer } from 'node:http';
import SqliteDriver, { type Database } from 'better-sqlite3';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { MODULUS_LENGTH } from '../../src/tokens/signing-keys.ts';

const TWO_HOURS = 7200;

type Payload = Record<string, unknown> & { uid?: string; grantId?: string };

interface Row {
  readonly payload: string;
  readonly consumedAt: number | null;
}

const SCHEMA = `create table if not exists artifacts (model text not null, id text not null, payload text not null, uid text, grant_id text,
  expires_at integer, consumed_at integer, primary key (model, id)) without rowid;
  create index if not exists artifacts_uid on artifacts (uid) where uid is not null;
  create index if not exists artifacts_grant on artifacts (grant_id) where grant_id is not null;`;

const now = (): number => Math.floor(Date.now() / 1000);

function prepare(driver: Database) {
  return {
    upsert:
      driver.prepare(`insert into artifacts (model, id, payload, uid, grant_id, expires_at) values (?, ?, ?, ?, ?, ?)
      on conflict (model, id) do update set payload = excluded.payload, uid = excluded.uid, grant_id = excluded.grant_id, expires_at = excluded.expires_at`),
    byId: driver.prepare<[string, string], Row>(
      'select payload, consumed_at as consumedAt from artifacts where model = ? and id = ?',
    ),
    byUid: driver.prepare<[string, string], Row>(
      'select payload, consumed_at as consumedAt from artifacts where model = ? and uid = ?',
    ),
    consume: driver.prepare('update artifacts set consumed_at = ? where model = ? and id = ?'),
    remove: driver.prepare('delete from artifacts where model = ? and id = ?'),
    removeGrant: driver.prepare('delete from artifacts where grant_id = ?'),
  };
}

function toPayload(row: Row | undefined): Payload | undefined {
  if (row === undefined) return undefined;
  return { ...JSON.parse(row.payload), ...(row.consumedAt === null ? {} : { consumed: row.consumedAt }) };
}

/** As fast as the interface allows: prepared statements, one row per artifact, WAL, synchronous=FULL. */
class SqliteAdapter {
  readonly #model: string;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(model: string, statements: ReturnType<typeof prepare>) {
    this.#model = model;
    this.#statements = statements;
  }

  async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
    const expiresAt = expiresIn === undefined ? null : now() + expiresIn;
    this.#statements.upsert.run(
      this.#model,
      id,
      JSON.stringify(payload),
      payload.uid ?? null,
      payload.grantId ?? null,
      expiresAt,
    );
  }

  async find(id: string): Promise<Payload | undefined> {
    return toPayload(this.#statements.byId.get(this.#model, id));
  }

  async findByUid(uid: string): Promise<Payload | undefined> {
    return toPayload(this.#statements.byUid.get(this.#model, uid));
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    this.#statements.consume.run(now(), this.#model, id);
  }

  async destroy(id: string): Promise<void> {
    this.#statements.remove.run(this.#model, id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    this.#statements.removeGrant.run(grantId);
  }
}

/** The factory by which oidc-provider gets an adapter for each of its models. */
function openSqliteAdapter(file: string): (model: string) => SqliteAdapter {
  const driver = new SqliteDriver(file);
  driver.pragma('journal_mode = WAL');
  driver.pragma('synchronous = FULL');
  driver.exec(SCHEMA);
  const statements = prepare(driver);
  return (model) => new SqliteAdapter(model, statements);
}

const [store = 'memory', clientId, clientSecret, redirectUri] = process.argv.slice(2);
const port = Number(process.env['PORT']);
const { privateKey } = await generateKeyPair('RS256', { modulusLength: MODULUS_LENGTH, extractable: true });

const provider = new Provider(`http://localhost:${port}`, {
  ...(store === 'memory' ? {} : { adapter: openSqliteAdapter(store) }),
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_basic',
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['a key of the bench'] },
  pkce: { required: () => false },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  ttl: {
    AccessToken: TWO_HOURS,
    AuthorizationCode: 60,
    IdToken: 3600,
    Session: 12 * TWO_HOURS,
    Grant: 12 * TWO_HOURS,
    Interaction: 3600,
  },
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, email: `${accountId}@example.test`, email_verified: true, name: 'A Reader' }),
  }),
});
provider.use(async (context, next) => {
  if (context.path === '/readyz') context.body = { status: 'ok' };
  else await next();
});
provider.on('server_error', (_context, error) => process.stderr.write(`${error.stack ?? error.message}\n`));
createServer(provider.callback()).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit());
