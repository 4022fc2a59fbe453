// masthead check-config: reads the settings like the server and shows them, without passwords and secrets, and what is unwise among them. Exits
// with 2 and lists every fault at once; with --connect, exits with 1 where something that they name cannot be reached.
import type { Command } from 'commander';
import { mailServicesOf } from '../../bounces/mail-services.ts';
import { isLocalDemo, readConfig, type Config } from '../../config.ts';
import { areLimitsOff } from '../../limit-settings.ts';
import { GATEWAYS } from '../../payments/gateways.ts';
import { warningsOf } from '../../unwise.ts';
import { describe, type OutputOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printJson, printList, printOne, remark, type Cells } from '../output.ts';
import { tryConnections, type Tried } from './connections.ts';

interface Options extends OutputOptions {
  readonly connect?: boolean;
}

export function register(command: Command): void {
  describe(command, 'Check the settings without starting anything', 'check-config --connect')
    .option(
      '--connect',
      'connect to the database, the mail server and payment gateways, and say what is seen; nothing is changed',
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const config = readConfig(process.env);
  const settings = toConfigObject(config);
  const warnings = warningsOf(config);
  const connections = options.connect === true ? await tryConnections(config) : undefined;
  if (options.json === true) printJson({ ...settings, warnings, ...(connections !== undefined && { connections }) });
  else show(options, settings, warnings, connections);
  if (isLocalDemo(config))
    remark(
      'These settings are for a local demo. For production set ENVIRONMENT=production; docs/installing.md says what else.',
    );
  const failed = connections?.filter(({ result }) => result === 'failed').map(({ what }) => what) ?? [];
  if (failed.length > 0) throw new Refused(`These settings do not work: ${failed.join(', ')}`);
}

function show(
  options: Options,
  settings: Cells,
  warnings: readonly string[],
  connections: readonly Tried[] | undefined,
): void {
  printOne(options, settings, asCells);
  if (connections !== undefined) {
    process.stdout.write('\n');
    printList(options, connections, asCells);
  }
  for (const warning of warnings) remark(`Unwise: ${warning}.`);
}

function toConfigObject(config: Config): Cells {
  return {
    environment: config.environment,
    listens_on: `${config.host}:${config.port}`,
    api_url: config.apiUrl,
    dashboard_url: config.dashboardUrl ?? null,
    sign_ups: config.signUps ? 'on' : 'off',
    operators: config.operators,
    sites_domain: config.sitesDomain ?? null,
    dns_servers: config.dnsServers,
    database_url: withoutPassword(config.databaseUrl),
    database_read_url: config.replicaUrl === undefined ? null : withoutPassword(config.replicaUrl),
    database_wall: config.isWalled ? 'on' : 'off',
    data_dir: config.dataDir,
    mail_url: config.mailUrl === undefined ? null : withoutPassword(config.mailUrl),
    mail_from: config.mailFrom,
    mail_tls: config.mailUrl === undefined ? null : config.mailTls,
    bounce_address: config.bounceAddress ?? null,
    bounces_taken_at:
      config.bounceListener === undefined ? null : `${config.bounceListener.host}:${config.bounceListener.port}`,
    mail_webhooks: mailServicesOf(config).map(({ path }) => `${config.apiUrl}${path}`),
    secret_keys: config.secretKeys.length,
    trust_proxy: config.trustProxy,
    api_rate_limit: config.apiRateLimit,
    code_limits: areLimitsOff(config.limits) ? 'off' : 'on',
    drain_seconds: config.drainSeconds,
    ...Object.fromEntries(GATEWAYS.flatMap(({ showSettings }) => Object.entries(showSettings(config)))),
    tls: config.tls !== undefined,
    metrics_at:
      config.watching.metrics === undefined ? null : `${config.watching.metrics.host}:${config.watching.metrics.port}`,
    slow_statement_milliseconds: config.watching.slowStatement,
    traces_to: config.watching.traces?.endpoint ?? null,
    log_level: config.logLevel,
  };
}

function withoutPassword(text: string): string {
  if (text.startsWith('sqlite:') || !URL.canParse(text)) return text.replace(/\/\/.*@/, '//');
  const url = new URL(text);
  url.password = '';
  url.search = '';
  return url.href;
}
