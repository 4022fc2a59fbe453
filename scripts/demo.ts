// `npm start`: the local demo, the whole service on this machine with a publication and a publisher's website that signs in by it.
// The first start creates everything, later ones keep it; no money moves and no mail leaves the machine.
import '../src/node-version.ts';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { InvalidConfig, isLocalDemo, readConfig, type Config } from '../src/config.ts';
import { systemClock } from '../src/database/clock.ts';
import { SecretKeys } from '../src/database/secrets.ts';
import { createLogger } from '../src/log.ts';
import { closeOnSignal, openMigrated, startServer, type RunningServer } from '../src/server.ts';
import { StartFailure, toStartFailure } from '../src/start-failure.ts';
import { demoAddresses, publisherSitePort } from './demo/addresses.ts';
import { readDemoFile, writeDemoFile } from './demo/file.ts';
import { OWNER } from './demo/owner.ts';
import { ensureDemo, ensurePublication } from './demo/publication.ts';
import { openPublisherSite } from './demo/publisher-site.ts';
import { summaryOf } from './demo/summary.ts';

/** The publisher's website takes the port after it. */
const PORT_MAX = 65_534;

function readDemoConfig(): Config {
  if (process.env['ENVIRONMENT'] === 'production') {
    throw new StartFailure(
      'npm start is the local demo, and ENVIRONMENT is production: start the service by npm run serve, or unset ENVIRONMENT.',
    );
  }
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  if (config.port < 1 || config.port > PORT_MAX)
    throw new InvalidConfig([`PORT must be 1 to ${PORT_MAX} for the demo, which takes the port after it as well`]);
  if (!isLocalDemo(config))
    throw new InvalidConfig([
      'HOST and API_URL must be left out or on localhost for the demo; start the service itself by npm run serve',
    ]);
  return readConfig({ LOG_LEVEL: 'warn', OPERATORS: OWNER.email, ...process.env });
}

/** Starts service and website. Throws StartFailure, with nothing left listening. */
async function startDemo(config: Config): Promise<{ summary: string; close: () => Promise<void> }> {
  await checkPorts(config);
  await prepare(config).catch((error: unknown) => {
    throw toStartFailure(error, config);
  });
  const server = await startServer(config, systemClock, createLogger(config));
  try {
    return await completeDemo(config, server);
  } catch (error) {
    await server.close();
    throw toStartFailure(error, config);
  }
}

/** A port that is taken is said before anything is made. Throws StartFailure. */
async function checkPorts(config: Config): Promise<void> {
  for (const port of [config.port, publisherSitePort(config)]) {
    const probe = createServer().listen(port, config.host);
    await once(probe, 'listening').catch((error: unknown) => {
      throw toStartFailure(error, { ...config, port });
    });
    probe.close();
    await once(probe, 'close');
  }
}

async function prepare(config: Config): Promise<void> {
  const { everywhere: database } = await openMigrated(config, createLogger(config));
  try {
    const secretKeys = new SecretKeys(config.secretKeys);
    await ensurePublication(
      { config, database, clock: systemClock, secretKeys },
      demoAddresses(config),
      readDemoFile(config),
    );
  } finally {
    await database.close();
  }
}

async function completeDemo(
  config: Config,
  server: RunningServer,
): Promise<{ summary: string; close: () => Promise<void> }> {
  const addresses = demoAddresses(config);
  const demo = await ensureDemo(server.service, addresses, readDemoFile(config));
  const file = writeDemoFile(config, demo);
  const site = await openPublisherSite(config, demo);
  const close = async (): Promise<void> => {
    await site.close();
    await server.close();
  };
  return { summary: summaryOf(demo, file), close };
}

try {
  const { summary, close } = await startDemo(readDemoConfig());
  process.stdout.write(summary);
  closeOnSignal(close);
} catch (error) {
  const isForeseen = error instanceof StartFailure || error instanceof InvalidConfig;
  process.stderr.write(
    `${isForeseen || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : error.stack}\n`,
  );
  process.exit(2);
}
