// Measures several subjects side by side: round after round, each round all of them, so that whatever else the machine does meets them alike. Every
// other round goes the other way about, since what one leaves behind (pages to be written, rows to be vacuumed) is there for the next.
// A ratio is taken within each round, and the median of the rounds is what counts.
import type { ServerProcess } from '../../test/support/server-process.ts';
import type { Load, LoadProcess } from './load.ts';
import { cpuMicroseconds } from './process-usage.ts';

export interface Subject {
  readonly name: string;
  readonly server: ServerProcess;
  /** The load of a round; round 0 only warms up. */
  readonly load: (round: number) => Omit<Load, 'url' | 'seconds'>;
}

export interface Round {
  readonly requestsPerSecond: number;
  /** Of the server's process alone, per request. */
  readonly cpuMicroseconds: number | undefined;
  readonly p99: number;
}

export type Measured = ReadonlyMap<string, readonly Round[]>;

export interface Length {
  readonly rounds: number;
  readonly seconds: number;
}

export async function measure(
  loadProcess: LoadProcess,
  subjects: readonly Subject[],
  { rounds, seconds }: Length,
): Promise<Measured> {
  const measured = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const result = await runRound(loadProcess, subject, round, seconds);
      if (round > 0) measured.get(subject.name)?.push(result);
    }
  }
  return measured;
}

async function runRound(
  loadProcess: LoadProcess,
  { server, load }: Subject,
  round: number,
  seconds: number,
): Promise<Round> {
  const before = cpuOf(server);
  const result = await loadProcess.run({ ...load(round), url: server.url, seconds });
  const after = cpuOf(server);
  return {
    requestsPerSecond: result.answers / result.seconds,
    cpuMicroseconds: before === undefined || after === undefined ? undefined : (after - before) / result.answers,
    p99: result.p99,
  };
}

/** Microseconds so far. */
export function cpuOf({ process: { pid } }: ServerProcess): number | undefined {
  return pid === undefined ? undefined : cpuMicroseconds(pid);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly mean: number;
  /** The standard error of the mean. */
  readonly error: number;
}

/** How many requests one subject answered for each of the other, or what CPU time the other took for each of the one: above 1, the one is better. */
export function ratioOf(measured: Measured, one: string, other: string, by: 'rate' | 'cpu'): Ratio {
  const ones = measured.get(one) ?? [];
  const others = measured.get(other) ?? [];
  const ratios = ones.map((round, index) => {
    const against = others[index];
    if (by === 'rate') return round.requestsPerSecond / (against?.requestsPerSecond ?? Number.NaN);
    return (against?.cpuMicroseconds ?? Number.NaN) / (round.cpuMicroseconds ?? Number.NaN);
  });
  const mean = sum(ratios) / ratios.length;
  const variance = sum(ratios.map((ratio) => (ratio - mean) ** 2)) / (ratios.length - 1);
  return {
    median: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    mean,
    error: Math.sqrt(variance / ratios.length),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((one, other) => one + other, 0);
}
