// Measures two programs that write, each on a database of its own, as SQLite serves one process (docs/operating.md). Both are started anew for each
// round, since processes of one program differ by up to a tenth in what a request costs them, and have their turns in short alternation, since
// the machine is now faster and now slower. The ratio of a round is that of what its turns add up to.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../../test/support/server-process.ts';
import type { Load, LoadProcess } from './load.ts';
import { cpuOf, type Length, type Measured, type Round } from './rounds.ts';

const WARM_SECONDS = 1;
const TURN_SECONDS = 0.5;
/** What a program does after it has answered, like bringing events into the log, is its own: the other one's turn begins after it. */
const REST_MILLISECONDS = 300;

export interface Program {
  readonly name: string;
  readonly start: () => Promise<ServerProcess>;
  readonly load: Omit<Load, 'url' | 'seconds'>;
}

interface Started {
  readonly program: Program;
  readonly server: ServerProcess;
  readonly turns: Turn[];
}

interface Turn {
  readonly answers: number;
  readonly seconds: number;
  readonly cpuMicroseconds: number | undefined;
  readonly p99: number;
}

/** @param length of each program's turns in a round, together */
export async function measureInTurns(
  loadProcess: LoadProcess,
  programs: readonly Program[],
  { rounds, seconds }: Length,
): Promise<Measured> {
  const measured = new Map<string, Round[]>(programs.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const started = await startAll(round % 2 === 0 ? programs : programs.toReversed());
    try {
      await takeTurns(loadProcess, started, Math.ceil(seconds / TURN_SECONDS));
    } finally {
      for (const { server } of started) await server.end('SIGTERM');
    }
    for (const { program, turns } of started) measured.get(program.name)?.push(together(turns));
  }
  return measured;
}

async function startAll(programs: readonly Program[]): Promise<Started[]> {
  const started: Started[] = [];
  for (const program of programs) started.push({ program, server: await program.start(), turns: [] });
  return started;
}

async function takeTurns(loadProcess: LoadProcess, started: readonly Started[], count: number): Promise<void> {
  for (const { program, server } of started)
    await loadProcess.run({ ...program.load, url: server.url, seconds: WARM_SECONDS });
  for (let turn = 0; turn < count; turn += 1) {
    for (const one of turn % 2 === 0 ? started : started.toReversed()) {
      await sleep(REST_MILLISECONDS);
      one.turns.push(await takeTurn(loadProcess, one));
    }
  }
}

async function takeTurn(loadProcess: LoadProcess, { program, server }: Started): Promise<Turn> {
  const before = cpuOf(server);
  const { answers, seconds, p99 } = await loadProcess.run({ ...program.load, url: server.url, seconds: TURN_SECONDS });
  await sleep(REST_MILLISECONDS);
  const after = cpuOf(server);
  return {
    answers,
    seconds,
    cpuMicroseconds: before === undefined || after === undefined ? undefined : after - before,
    p99,
  };
}

function together(turns: readonly Turn[]): Round {
  const add = (value: (turn: Turn) => number): number => turns.reduce((sum, turn) => sum + value(turn), 0);
  const answers = add((turn) => turn.answers);
  return {
    requestsPerSecond: answers / add(({ seconds }) => seconds),
    cpuMicroseconds: add(({ cpuMicroseconds }) => cpuMicroseconds ?? Number.NaN) / answers,
    p99: Math.max(...turns.map(({ p99 }) => p99)),
  };
}
