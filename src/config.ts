// Reads the environment, and is the only file that does: one frozen Config, or every fault listed at once. Production
// refuses the defaults of the demo.
import { isIP } from 'node:net';
import { z } from 'zod';
import { databaseSettings, type DatabaseSettings } from './database-settings.ts';
import type { Environment } from './database/environment.ts';
import { DEMO_SECRET_KEY, jointFaults, MAKE_SECRET, networkFaults } from './joint-faults.ts';
import { limitSettings, type Limits } from './limit-settings.ts';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
import { mailWebhookSettings, type MailWebhooks } from './mail-webhook-settings.ts';
import { gatewaySettings } from './payments/deployment-settings.ts';
import { readSecretFiles } from './secret-files.ts';
import { isOrigin, list, portNumber, settingsOf, type Settings } from './setting.ts';
import { watchingSettings, type Watching } from './watching-settings.ts';

export interface Config extends DatabaseSettings {
  readonly environment: Environment;
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** Origin of the data API, {base_url}. */
  readonly apiUrl: string;
  /** Origin of the publishers' dashboard; undefined where it is not served. */
  readonly dashboardUrl: string | undefined;
  /** Whether anybody who proves an address may open a publication. */
  readonly signUps: boolean;
  /** The addresses of those who may see how the deployment fares, on a page of the dashboard. */
  readonly operators: readonly string[];
  /** The domain below which publications may have a name, such as sites.example.org. */
  readonly sitesDomain: string | undefined;
  /** Resolvers for the hosts of publishers, of receivers and of gateways, with their port; those of the system where there is none. */
  readonly dnsServers: readonly string[];
  /** smtp:// or smtps://; without it, in the test environment only, mail is kept in the mailbox. */
  readonly mailUrl: string | undefined;
  readonly mailFrom: string;
  /** The domains of which a publication may have an address that its mails come from. */
  readonly mailFromDomains: readonly string[];
  /** Whether a mail may be handed to the mail server in plain text where that has no TLS. */
  readonly mailTls: 'required' | 'optional';
  /** How many people of an import are written to a minute. */
  readonly invitationsPerMinute: number;
  /** The envelope sender of mails, to which a token is added for each of them; bounces are not taken in without it. */
  readonly bounceAddress: string | undefined;
  /** Where mails that come back are taken by SMTP; undefined where they are not. */
  readonly bounceListener: { readonly host: string; readonly port: number } | undefined;
  readonly mailWebhooks: MailWebhooks;
  readonly watching: Watching;
  /** The first encrypts; all of them decrypt. */
  readonly secretKeys: readonly string[];
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  readonly trustProxy: readonly string[];
  /** Requests a minute per API key; 0 is off. */
  readonly apiRateLimit: number;
  /** On what anybody may ask for or guess. */
  readonly limits: Limits;
  /** How many milliseconds a request may wait for its turn before it is refused; 0: none is refused. */
  readonly maxWait: number;
  /** How long requests are still taken after a signal to stop. */
  readonly drainSeconds: number;
  /** Settings of each payment gateway, by its name. */
  readonly gateways: z.output<typeof gatewaySettings>;
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** The faults of these settings once a site is not on this machine: none where every site may be served. */
  readonly faultsOfSite: (siteUrl: string) => readonly string[];
}

/** Lists every fault of the configuration, one line each: what, where, and what to do. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The configuration cannot be used:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.faults = faults;
  }
}

const SECRET_KEY_MIN_LENGTH = 32;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** A token of 51 characters is added to the local part, which has 64 at most. */
const BOUNCE_ADDRESS =
  /^[a-z0-9](?:[a-z0-9._-]{0,11}[a-z0-9])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const isNetwork = (text: string): boolean => {
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  // Not 0: that would trust everybody.
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest;
};

const fields = z.object({
  ENVIRONMENT: z.enum(['production', 'test'], 'must be production or test').default('test'),
  PORT: portNumber.default(4000),
  HOST: z.string().default('127.0.0.1'),
  API_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://api.example.org, without a path or a trailing slash')
    .optional(),
  DASHBOARD_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://dashboard.example.org, without a path or a trailing slash')
    .optional(),
  SIGN_UPS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  OPERATORS: z
    .string()
    .transform(list)
    .refine((all) => all.every((one) => MAIL_ADDRESS.test(one)), 'must be e-mail addresses, separated by commas')
    .default([]),
  SITES_DOMAIN: z
    .string()
    .regex(DOMAIN, 'must be a domain in lower case such as sites.example.org, without a scheme or a port')
    .optional(),
  DNS_SERVERS: z
    .string()
    .transform(list)
    .refine(
      (servers) =>
        servers.every(
          (server) => isIP(server.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')) > 0,
        ),
      'must be addresses such as 10.0.0.53 or [fd00::53]:53, separated by commas',
    )
    .default([]),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().regex(MAIL_ADDRESS, 'must be an e-mail address').default('masthead@localhost'),
  MAIL_FROM_DOMAINS: z
    .string()
    .transform(list)
    .refine(
      (domains) => domains.every((domain) => DOMAIN.test(domain)),
      'must be domains in lower case such as mail.example.org, separated by commas',
    )
    .default([]),
  MAIL_TLS: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  INVITATIONS_PER_MINUTE: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 6000')
    .max(6000, 'must be 1 to 6000')
    .default(60),
  BOUNCE_ADDRESS: z
    .string()
    .regex(
      BOUNCE_ADDRESS,
      'must be an address in lower case such as bounces@mail.example.org, with at most 13 characters before the @ and no plus sign',
    )
    .optional(),
  BOUNCE_PORT: portNumber.optional(),
  BOUNCE_HOST: z.string().optional(),
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
  MAX_WAIT_MILLISECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 10000')
    .max(10_000, 'must be 0 to 10000')
    .default(300),
  DRAIN_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 60')
    .max(60, 'must be 0 to 60')
    .default(1),
  TLS_CERTIFICATE: z.string().optional(),
  TLS_KEY: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
});

const schema = z.object({
  process: settingsOf(fields, jointFaults, toProcess),
  database: databaseSettings,
  gateways: gatewaySettings,
  limits: limitSettings,
  mailWebhooks: mailWebhookSettings,
  watching: watchingSettings,
});

/**
 * Parses the environment. Throws InvalidConfig with every fault at once. An empty setting counts as absent.
 * @param instead settings in place of those of the environment
 */
export function readConfig(environment: Settings, instead: Settings = {}): Config {
  const { settings: given, faults, missing } = readSecretFiles(withoutEmpty({ ...environment, ...instead }));
  const gateways = Object.fromEntries(Object.keys(gatewaySettings.shape).map((name) => [name, given]));
  const { data, error } = schema.safeParse({
    process: given,
    database: given,
    gateways,
    limits: given,
    mailWebhooks: given,
    watching: given,
  });
  // What is missing because its file cannot be read is one fault, not two.
  const others = (error?.issues ?? [])
    .map(({ message }) => message)
    .filter((text) => !missing.includes(text.split(' ', 1)[0] ?? ''));
  if (data === undefined || faults.length > 0) throw new InvalidConfig([...faults, ...others]);
  const faultsOfSite = (siteUrl: string): string[] =>
    isLoopbackHost(new URL(siteUrl).hostname) ? [] : networkFaults(given, `the site ${siteUrl} is for other machines`);
  const { process, database, gateways: ofGateways, ...rest } = data;
  return Object.freeze({ ...process, ...database, gateways: ofGateways, ...rest, faultsOfSite });
}

function withoutEmpty(environment: Settings): Settings {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}

function toProcess(
  settings: z.output<typeof fields>,
): Omit<Config, keyof DatabaseSettings | 'gateways' | 'limits' | 'mailWebhooks' | 'watching' | 'faultsOfSite'> {
  const apiUrl = settings.API_URL ?? `http://localhost:${settings.PORT}`;
  return {
    environment: settings.ENVIRONMENT,
    port: settings.PORT,
    host: settings.HOST,
    apiUrl,
    dashboardUrl:
      settings.DASHBOARD_URL ?? (isLocalDemo({ environment: settings.ENVIRONMENT, apiUrl }) ? apiUrl : undefined),
    signUps: settings.SIGN_UPS === 'on',
    operators: settings.OPERATORS,
    sitesDomain: settings.SITES_DOMAIN,
    dnsServers: settings.DNS_SERVERS,
    mailUrl: settings.MAIL_URL,
    mailFrom: settings.MAIL_FROM,
    mailFromDomains: settings.MAIL_FROM_DOMAINS,
    mailTls: settings.MAIL_TLS ?? mailTlsFor(settings.MAIL_URL),
    invitationsPerMinute: settings.INVITATIONS_PER_MINUTE,
    bounceAddress: settings.BOUNCE_ADDRESS,
    bounceListener:
      settings.BOUNCE_PORT === undefined
        ? undefined
        : { host: settings.BOUNCE_HOST ?? settings.HOST, port: settings.BOUNCE_PORT },
    secretKeys: settings.SECRET_KEY,
    trustProxy: settings.TRUST_PROXY,
    apiRateLimit: settings.API_RATE_LIMIT,
    maxWait: settings.MAX_WAIT_MILLISECONDS,
    drainSeconds: settings.DRAIN_SECONDS,
    tls:
      settings.TLS_CERTIFICATE && settings.TLS_KEY
        ? { certificate: settings.TLS_CERTIFICATE, key: settings.TLS_KEY }
        : undefined,
    logLevel: settings.LOG_LEVEL,
  };
}

/** Our choice: TLS unless the mail server is on this machine, where nobody listens in between. */
function mailTlsFor(mailUrl: string | undefined): Config['mailTls'] {
  const isHere = mailUrl !== undefined && URL.canParse(mailUrl) && isLoopbackAddress(new URL(mailUrl).hostname);
  return isHere ? 'optional' : 'required';
}

/**
 * Whether this is the local demo: a test environment whose data API is plain http on a loopback host, which is refused
 * above where HOST is open to other machines. Only there plain http is answered, and private addresses may be called.
 */
export function isLocalDemo(config: Pick<Config, 'apiUrl' | 'environment'>): boolean {
  const url = new URL(config.apiUrl);
  return config.environment === 'test' && url.protocol === 'http:' && isLoopbackHost(url.hostname);
}

/** Whether mails are kept in the mailbox in place of being sent: in a test environment without a mail server. */
export function hasMailbox(config: Pick<Config, 'environment' | 'mailUrl'>): boolean {
  return config.environment === 'test' && config.mailUrl === undefined;
}
