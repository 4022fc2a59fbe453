// The one way of measuring: two processes side by side, ours and another (a reference, or the service of another tree), under the same load. Both
// are restarted for each round, since processes of one program differ by up to a tenth. They take short turns, since the speed of the machine
// varies. Ratios are taken within a round; the result is the median of the rounds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../../test/support/processes/server-process.ts';
import type { Contents, FilledDatabase } from './filled-database.ts';
import type { Load, LoadProcess } from './load.ts';
import { cpuMicroseconds, cpuOfFamily } from './process-usage.ts';

const TURN_SECONDS = 0.5;
/** A pause after each turn, so that work after an answer, such as moving events into the log, does not fall into the other's turn. */
const REST_MILLISECONDS = 300;

export interface Length {
  readonly rounds: number;
  /** The total of a process's turns in a round. */
  readonly seconds: number;
}

export interface Stage {
  /** A database copy for this part alone. */
  readonly database: FilledDatabase;
  readonly loadProcess: LoadProcess;
  readonly length: Length;
}

export interface Part {
  readonly name: string;
  readonly what: string;
  /** What its database holds; members where nothing is said. */
  readonly contents?: Contents;
  run(stage: Stage): Promise<readonly Finding[]>;
}

/** A program under a load. */
export interface Subject {
  readonly name: string;
  start(): Promise<ServerProcess>;
  /** Resolves with the load of a turn; turns are numbered through all rounds. */
  prepare(server: ServerProcess): Promise<(turn: number) => Load> | ((turn: number) => Load);
  /** Process id of the database server that works for it, if there is one. */
  readonly databasePid?: number | undefined;
}

export interface Pair {
  readonly what: string;
  readonly ours: Subject;
  readonly other: Subject;
  readonly goals?: readonly Goal[];
  /** Makes the round one turn, for loads that need time to take effect. */
  readonly isOneTurn?: boolean;
}

/** The ratios of ours to the other's for rate, CPU time and p99, and the extra CPU time of a request of ours, database included. */
interface Ratios {
  readonly rate: number;
  readonly cpu: number;
  readonly p99: number;
  readonly moreMicroseconds: number;
}

export interface Goal {
  readonly of: keyof Ratios;
  readonly least?: number;
  readonly most?: number;
}

/** One line of the report. */
export interface Finding {
  readonly name: string;
  /** By column. */
  readonly figures: Readonly<Record<string, string>>;
  readonly goal?: { readonly text: string; readonly isMet: boolean };
}

interface Round {
  readonly rate: number;
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly p99: number;
}

interface Turn {
  readonly done: number;
  readonly seconds: number;
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly p99: number;
}

interface Started {
  readonly subject: Subject;
  readonly server: ServerProcess;
  readonly loadOf: (turn: number) => Load;
  readonly turns: Turn[];
}

/** The number of a program's turns in a measurement, warm-up included. */
export function turnsOf({ rounds, seconds }: Length): number {
  return rounds * (1 + Math.ceil(seconds / TURN_SECONDS));
}

/** Pairs the subjects of two sides by name. */
export function pairsOf(
  ours: readonly Subject[],
  others: readonly Subject[],
  goals: Readonly<Record<string, readonly Goal[]>> = {},
): Pair[] {
  return ours.flatMap((subject) => {
    const other = others.find(({ name }) => name === subject.name);
    return other === undefined ? [] : [{ what: subject.name, ours: subject, other, goals: goals[subject.name] ?? [] }];
  });
}

export async function measure({ loadProcess, length }: Stage, pairs: readonly Pair[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) {
    const rounds: (readonly [Round, Round])[] = [];
    for (let round = 0; round < length.rounds; round += 1)
      rounds.push(await measureRound(loadProcess, pair, round, length));
    findings.push(...toFindings(pair, rounds));
  }
  return findings;
}

async function measureRound(
  loadProcess: LoadProcess,
  { ours, other, isOneTurn = false }: Pair,
  round: number,
  length: Length,
): Promise<readonly [Round, Round]> {
  const turns = turnsOf({ ...length, rounds: 1 });
  const first = round * turns;
  const started = await startAll(round % 2 === 0 ? [other, ours] : [ours, other]);
  try {
    for (const { loadOf } of started) await loadProcess.run(loadOf(first), 2 * TURN_SECONDS);
    const count = isOneTurn ? 1 : turns - 1;
    for (let turn = 1; turn <= count; turn += 1)
      for (const one of turn % 2 === 0 ? started : started.toReversed())
        await takeTurn(loadProcess, one, first + turn, isOneTurn ? length.seconds : TURN_SECONDS);
  } finally {
    for (const { server } of started) await server.end('SIGTERM');
  }
  return [roundOf(started, ours), roundOf(started, other)];
}

async function startAll(subjects: readonly Subject[]): Promise<Started[]> {
  const started: Started[] = [];
  for (const subject of subjects) {
    const server = await subject.start();
    started.push({ subject, server, loadOf: await subject.prepare(server), turns: [] });
  }
  return started;
}

async function takeTurn(
  loadProcess: LoadProcess,
  { subject, server, loadOf, turns }: Started,
  turn: number,
  seconds: number,
): Promise<void> {
  await sleep(REST_MILLISECONDS);
  const used = (): readonly [number, number] => [
    cpuMicroseconds(server.process.pid),
    subject.databasePid === undefined ? 0 : cpuOfFamily(subject.databasePid),
  ];
  const [cpuBefore, databaseBefore] = used();
  const result = await loadProcess.run(loadOf(turn), seconds);
  await sleep(REST_MILLISECONDS);
  const [cpuAfter, databaseAfter] = used();
  turns.push({ ...result, cpu: cpuAfter - cpuBefore, databaseCpu: databaseAfter - databaseBefore });
}

function roundOf(started: readonly Started[], subject: Subject): Round {
  const turns = started.find((one) => one.subject === subject)?.turns ?? [];
  const add = (value: (turn: Turn) => number): number => turns.reduce((sum, turn) => sum + value(turn), 0);
  const done = add((turn) => turn.done);
  return {
    rate: done / add(({ seconds }) => seconds),
    cpu: add(({ cpu }) => cpu) / done,
    databaseCpu: add(({ databaseCpu }) => databaseCpu) / done,
    p99: Math.max(...turns.map(({ p99 }) => p99)),
  };
}

function toFindings({ what, ours, other, goals = [] }: Pair, rounds: readonly (readonly [Round, Round])[]): Finding[] {
  const all = rounds.map(([our, their]) => ratiosOf(our, their));
  const spread = (of: keyof Ratios, digits: number): string => {
    const values = all.map((ratios) => ratios[of]);
    return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
  };
  const line = (side: 0 | 1, subject: Subject): Record<string, string> => {
    const of = (key: keyof Round): number => median(rounds.map((round) => round[side][key]));
    return {
      'a second': of('rate').toFixed(0),
      'CPU µs': of('cpu').toFixed(0),
      ...(subject.databasePid === undefined ? {} : { 'database CPU µs': of('databaseCpu').toFixed(0) }),
      'p99 ms': of('p99').toFixed(1),
    };
  };
  const figures = {
    ...line(0, ours),
    'to the other': spread('rate', 2),
    'by CPU': spread('cpu', 2),
    'by p99': spread('p99', 2),
    'more CPU µs': spread('moreMicroseconds', 1),
  };
  const judged = goals.map((goal) => judge(goal, median(all.map((ratios) => ratios[goal.of]))));
  const text = { text: judged.map((goal) => goal.text).join(', '), isMet: judged.every(({ isMet }) => isMet) };
  return [
    { name: what, figures, ...(goals.length === 0 ? {} : { goal: text }) },
    { name: `  ${other.name === what ? 'the other' : other.name}`, figures: line(1, other) },
  ];
}

function ratiosOf(ours: Round, other: Round): Ratios {
  return {
    rate: ours.rate / other.rate,
    cpu: ours.cpu / other.cpu,
    p99: ours.p99 / other.p99,
    moreMicroseconds: ours.cpu + ours.databaseCpu - other.cpu - other.databaseCpu,
  };
}

const NAMES = { rate: 'rate', cpu: 'CPU', p99: 'p99', moreMicroseconds: 'more CPU µs' };

function judge({ of, least = -Infinity, most = Infinity }: Goal, value: number): { text: string; isMet: boolean } {
  const limit = most === Infinity ? `≥ ${least}` : `≤ ${most}`;
  return { text: `${NAMES[of]} ${limit}`, isMet: value >= least && value <= most };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
