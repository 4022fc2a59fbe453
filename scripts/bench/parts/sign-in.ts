// The sign-in flow: authorize with a session, token, userinfo, against oidc-provider as durable as we are and in memory, and against the
// machine's own signing rate.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from '../../../test/support/server-process.ts';
import type { FlowOrder, FlowResult } from '../flow/flow-process.ts';
import type { FlowTarget } from '../flow/flow.ts';
import { oidcProviderTarget, startOidcProvider } from '../flow/oidc-provider-target.ts';
import { serviceTarget } from '../flow/service-target.ts';
import { signaturesPerSecond } from '../flow/signing-rate.ts';
import type { Finding, Part, Stage } from '../part.ts';
import { cpuMicroseconds } from '../process-usage.ts';
import { median } from '../rounds.ts';

const ARRIVALS_PER_SECOND = 400;
const KINDS = ['flow', 'arrivals', 'token', 'userinfo'] as const;
const [OURS, DURABLE, IN_MEMORY] = ['Masthead', 'oidc-provider, SQLite at FULL', 'oidc-provider, in memory'] as const;

interface Provider {
  readonly name: string;
  readonly server: ServerProcess;
  readonly target: FlowTarget;
}

interface Round {
  readonly rate: number;
  readonly cpu: number;
  readonly p99: number;
}

type Rounds = Map<string, Round[]>;

export const signIn: Part = {
  name: 'sign-in',
  what: 'sign-in: authorize with a session, token, userinfo',
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-bench-'));
    const references = [await startOidcProvider(join(folder, 'oidc.sqlite')), await startOidcProvider('memory')];
    const driver = fork(fileURLToPath(new URL('../flow/flow-process.ts', import.meta.url)));
    try {
      const providers = await targetsOf(stage, references);
      const measured = await measureFlows(providers, stage, (order) => drive(driver, order));
      return toFindings(measured, signaturesPerSecond(stage.length.seconds));
    } finally {
      driver.disconnect();
      for (const reference of references) await reference.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function targetsOf(
  { database, service }: Stage,
  [durable, inMemory]: readonly ServerProcess[],
): Promise<Provider[]> {
  if (durable === undefined || inMemory === undefined) throw new Error('the references did not start');
  return [
    { name: OURS, server: service, target: await serviceTarget(database, service.url) },
    { name: DURABLE, server: durable, target: await oidcProviderTarget(durable) },
    { name: IN_MEMORY, server: inMemory, target: await oidcProviderTarget(inMemory) },
  ];
}

async function drive(driver: ReturnType<typeof fork>, order: FlowOrder): Promise<FlowResult> {
  driver.send(order);
  const [result]: (FlowResult | { error: string })[] = await once(driver, 'message');
  if (result === undefined || 'error' in result)
    throw new Error(`${order.kind} at ${order.target.url}: ${result?.error}`);
  return result;
}

/** Round after round, each round every kind at every provider; round 0 only warms up. */
async function measureFlows(
  providers: readonly Provider[],
  { length }: Stage,
  run: (order: FlowOrder) => Promise<FlowResult>,
): Promise<Rounds> {
  const rounds: Rounds = new Map();
  for (let round = 0; round <= length.rounds; round += 1) {
    for (const kind of KINDS) {
      for (const { name, server, target } of providers.filter((provider) => isMeasured(kind, provider.name))) {
        const before = cpuMicroseconds(server.process.pid ?? 0) ?? Number.NaN;
        const { done, seconds, p99 } = await run({ target, kind, seconds: length.seconds, rate: ARRIVALS_PER_SECOND });
        const cpu = ((cpuMicroseconds(server.process.pid ?? 0) ?? Number.NaN) - before) / done;
        if (round > 0)
          rounds.set(`${kind} ${name}`, [...(rounds.get(`${kind} ${name}`) ?? []), { rate: done / seconds, cpu, p99 }]);
      }
    }
  }
  return rounds;
}

/** The in-memory adapter forgets all but the last 1,000 things, so that codes and tokens that wait are gone. */
function isMeasured(kind: FlowOrder['kind'], name: string): boolean {
  return name !== IN_MEMORY || kind === 'flow' || kind === 'userinfo';
}

/** The median over the rounds of a ratio taken within each round. */
function ratio(rounds: Rounds, kind: string, one: string, other: string, of: keyof Round): number {
  const others = rounds.get(`${kind} ${other}`) ?? [];
  return median(
    (rounds.get(`${kind} ${one}`) ?? []).map((round, index) => round[of] / (others[index]?.[of] ?? Number.NaN)),
  );
}

function toFindings(rounds: Rounds, signingRate: number): Finding[] {
  const of = (kind: string, name: string, key: keyof Round): number =>
    median((rounds.get(`${kind} ${name}`) ?? []).map((round) => round[key]));
  const line = (kind: string, name: string): Finding => ({
    name: `${kind}: ${name}`,
    figures: {
      '1/s': of(kind, name, 'rate').toFixed(0),
      ...(kind === 'token' ? {} : { 'CPU µs': of(kind, name, 'cpu').toFixed(0) }),
      'p99 ms': of(kind, name, 'p99').toFixed(1),
    },
  });
  const judged = (name: string, value: number, text: string, isMet: boolean): Finding => ({
    name,
    figures: { ratio: value.toFixed(2) },
    goal: { text, isMet },
  });
  const durable = ratio(rounds, 'flow', OURS, DURABLE, 'rate');
  const inMemory = ratio(rounds, 'flow', OURS, IN_MEMORY, 'rate');
  const late = ratio(rounds, 'arrivals', OURS, DURABLE, 'p99');
  const cpu = ratio(rounds, 'userinfo', OURS, DURABLE, 'cpu');
  const token = of('token', OURS, 'rate') / signingRate;
  return [
    ...KINDS.flatMap((kind) =>
      [OURS, DURABLE, IN_MEMORY].filter((name) => isMeasured(kind, name)).map((name) => line(kind, name)),
    ),
    { name: 'RS256 signatures, one core', figures: { '1/s': signingRate.toFixed(0) } },
    judged(`flow rate to ${DURABLE}`, durable, '≥ 1.5', durable >= 1.5),
    judged(`flow rate to ${IN_MEMORY}`, inMemory, '≥ 1.0', inMemory >= 1),
    judged(`p99 at ${ARRIVALS_PER_SECOND}/s to ${DURABLE}`, late, '≤ 0.7', late <= 0.7),
    judged(`userinfo CPU to ${DURABLE}`, cpu, '≤ 0.6', cpu <= 0.6),
    judged('token endpoint to the signing rate', token, '≥ 0.4', token >= 0.4),
  ];
}
