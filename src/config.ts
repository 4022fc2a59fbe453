// The only reader of the environment: one frozen Config, every fault listed at once. Production refuses to start on demo defaults.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

export interface Config {
  readonly environment: 'production' | 'test';
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  readonly dataDir: string;
  /** sqlite:PATH or postgres://… */
  readonly databaseUrl: string;
  /** Origin of the data API, {base_url}. */
  readonly apiUrl: string;
  /** smtp:// or smtps://; without it, in the test environment only, mail is kept in the mailbox. */
  readonly mailUrl: string | undefined;
  readonly mailFrom: string;
  /** The first writes, all read. */
  readonly secretKeys: readonly string[];
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  readonly trustProxy: readonly string[];
  /** Requests a minute per API key; 0 is off. */
  readonly apiRateLimit: number;
  /** For how long requests are still taken when the end is asked for. */
  readonly drainSeconds: number;
  /** Without `secretKey` no publication is connected; one with a key of its own is paid all the same. */
  readonly stripe: {
    /** The platform account's, to act for connected accounts. */
    readonly secretKey: string | undefined;
    /** Of the platform's endpoint for connected accounts: each one in use verifies. */
    readonly webhookSecrets: readonly string[];
    /** Where Stripe's API is, in tests; Stripe's own without it. */
    readonly apiUrl: string | undefined;
  };
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** Every fault of the configuration, one line each: what, where, and what to do. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The configuration cannot be used:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.faults = faults;
  }
}

const DEMO_SECRET_KEY = 'demo-secret-key-that-is-not-secret-at-all';
const SECRET_KEY_MIN_LENGTH = 32;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix));
};
const MAKE_SECRET = 'make one with: openssl rand -base64 48';

const schema = z.object({
  ENVIRONMENT: z.enum(['production', 'test'], 'must be production or test').default('test'),
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be 0 to 65535')
    .max(65535, 'must be 0 to 65535')
    .default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.|postgres(ql)?:\/\/.)/, 'must begin with sqlite: or postgres://')
    .optional(),
  API_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://api.example.org, without a path or a trailing slash')
    .optional(),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .default('masthead@localhost'),
  SECRET_KEY: z
    .string()
    .transform(list)
    .refine(
      (secrets) => secrets.every((secret) => secret.length >= SECRET_KEY_MIN_LENGTH),
      `must be at least ${SECRET_KEY_MIN_LENGTH} characters long; ${MAKE_SECRET}`,
    )
    .default([DEMO_SECRET_KEY]),
  TRUST_PROXY: z
    .string()
    .transform(list)
    .refine(
      (networks) => networks.every(isNetwork),
      'must be addresses or networks such as 10.0.0.1 or 10.0.0.0/8, separated by commas',
    )
    .default([]),
  API_RATE_LIMIT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .default(1200),
  DRAIN_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 60')
    .max(60, 'must be 0 to 60')
    .default(1),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, 'must begin with sk_live_, rk_live_, sk_test_ or rk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform(list)
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)),
      'must be secrets that begin with whsec_, separated by commas',
    )
    .default([]),
  STRIPE_API_URL: z.string().refine(isOrigin, 'must be an origin such as http://127.0.0.1:12111').optional(),
  TLS_CERTIFICATE: z.string().optional(),
  TLS_KEY: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
});

type Settings = Record<string, string | undefined>;

/** What only several settings together show; said beside the faults of each. */
function jointFaults(given: Settings): string[] {
  const faults =
    (given['TLS_CERTIFICATE'] === undefined) === (given['TLS_KEY'] === undefined)
      ? []
      : ['TLS_CERTIFICATE and TLS_KEY must be set together'];
  faults.push(...stripeFaults(given));
  return given['ENVIRONMENT'] === 'production' ? [...faults, ...demoDefaults(given)] : faults;
}

/** A live key moves money, so it is for production, and only such a one is. */
function stripeFaults({ ENVIRONMENT, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS, STRIPE_API_URL }: Settings): string[] {
  const faults = [];
  if ((STRIPE_SECRET_KEY === undefined) !== (STRIPE_WEBHOOK_SECRETS === undefined))
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS must be set together');
  const isProduction = ENVIRONMENT === 'production';
  if (STRIPE_SECRET_KEY !== undefined && /_live_/.test(STRIPE_SECRET_KEY) !== isProduction)
    faults.push(`STRIPE_SECRET_KEY must be a ${isProduction ? 'live' : 'test'} key in this environment`);
  if (STRIPE_API_URL !== undefined && isProduction)
    faults.push('STRIPE_API_URL must not be set in production: it is for tests');
  return faults;
}

function demoDefaults({ SECRET_KEY, API_URL, MAIL_URL, DATABASE_URL }: Settings): string[] {
  const faults = [];
  if (list(SECRET_KEY ?? DEMO_SECRET_KEY).includes(DEMO_SECRET_KEY))
    faults.push(`SECRET_KEY must be set in production; ${MAKE_SECRET}`);
  if (API_URL === undefined) faults.push('API_URL must be set in production, such as https://api.example.org');
  else if (!API_URL.startsWith('https:'))
    faults.push('API_URL must be https in production: the data API refuses plain http');
  if (MAIL_URL === undefined)
    faults.push('MAIL_URL must be set in production, such as smtps://user:password@mail.example.org');
  if (DATABASE_URL === undefined) faults.push('DATABASE_URL must be set in production: sqlite:PATH or postgres://…');
  return faults;
}

/** Throws InvalidConfig with every fault at once. An empty setting counts as absent. */
export function readConfig(environment: Settings): Config {
  const given: Settings = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  const faults = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...jointFaults(given),
  ];
  if (!result.success || faults.length > 0) throw new InvalidConfig(faults);
  const settings = result.data;
  const dataDir = resolve(settings.DATA_DIR);
  return Object.freeze({
    environment: settings.ENVIRONMENT,
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? `sqlite:${resolve(dataDir, 'masthead.sqlite')}`,
    apiUrl: settings.API_URL ?? `http://localhost:${settings.PORT}`,
    mailUrl: settings.MAIL_URL,
    mailFrom: settings.MAIL_FROM,
    secretKeys: settings.SECRET_KEY,
    trustProxy: settings.TRUST_PROXY,
    apiRateLimit: settings.API_RATE_LIMIT,
    drainSeconds: settings.DRAIN_SECONDS,
    stripe: {
      secretKey: settings.STRIPE_SECRET_KEY,
      webhookSecrets: settings.STRIPE_WEBHOOK_SECRETS,
      apiUrl: settings.STRIPE_API_URL,
    },
    tls:
      settings.TLS_CERTIFICATE && settings.TLS_KEY
        ? { certificate: settings.TLS_CERTIFICATE, key: settings.TLS_KEY }
        : undefined,
    logLevel: settings.LOG_LEVEL,
  });
}

/** Decisions 7 and 27: plain http is for loopback hosts, in the local demo. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.has(hostname) || hostname.endsWith('.localhost');
}

/** The local demo: the data API itself is plain http on a loopback host. */
export function isLocalDemo(config: Pick<Config, 'apiUrl' | 'environment'>): boolean {
  const url = new URL(config.apiUrl);
  return config.environment === 'test' && url.protocol === 'http:' && isLoopbackHost(url.hostname);
}
