// The oidc-provider package as the sign-in flow's reference, with its own in-memory adapter or with one on SQLite at synchronous=FULL, so that
// both sides are as durable. node oidc-provider-server.ts memory | FILE, listening on PORT.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { CLIENT } from './oidc-provider-client.ts';
import { openSqliteAdapter } from './oidc-provider-sqlite.ts';

const TWO_HOURS = 7200;

const [store = 'memory'] = process.argv.slice(2);
const port = Number(process.env['PORT']);
const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });

const provider = new Provider(`http://localhost:${port}`, {
  ...(store === 'memory' ? {} : { adapter: openSqliteAdapter(store) }),
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [CLIENT.redirectUri],
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
