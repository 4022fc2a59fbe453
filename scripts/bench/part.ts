// A part of the bench: what it is given and what it tells. One file for each in parts/; scripts/bench.ts lists them.
import type { ServerProcess } from '../../test/support/server-process.ts';
import type { FilledDatabase } from './filled-database.ts';
import type { LoadProcess } from './load.ts';
import { median, ratioOf, type Length, type Measured, type Ratio } from './rounds.ts';

export interface StageAlone {
  readonly database: FilledDatabase;
  readonly loadProcess: LoadProcess;
  readonly length: Length;
}

export interface Stage extends StageAlone {
  /** The service itself, on the database: see service-process.ts. */
  readonly service: ServerProcess;
}

export interface Part {
  readonly name: string;
  readonly what: string;
  run(stage: Stage): Promise<readonly Finding[]>;
}

/** Starts what it measures, and runs where nothing else is on the database. */
export interface PartAlone extends Omit<Part, 'run'> {
  run(stage: StageAlone): Promise<readonly Finding[]>;
}

/** One line of the report. */
export interface Finding {
  readonly name: string;
  /** By column: requests/s, CPU µs, p99 ms, and whatever else a part has to tell. */
  readonly figures: Readonly<Record<string, string>>;
  readonly goal?: { readonly text: string; readonly isMet: boolean };
}

export interface Comparison {
  readonly subject: string;
  readonly reference: string;
  /** The least that the ratio of the rates may be. */
  readonly least?: number;
}

/** A line for each subject, and in it the ratio to its reference. */
export function compare(measured: Measured, comparisons: readonly Comparison[]): Finding[] {
  return [...measured.keys()].flatMap((subject): Finding[] => {
    const own = comparisons.filter((comparison) => comparison.subject === subject);
    if (own.length === 0) return [{ name: subject, figures: figuresOf(measured, subject) }];
    return own.map((comparison) => toFinding(measured, comparison));
  });
}

function toFinding(measured: Measured, { subject, reference, least }: Comparison): Finding {
  const rate = ratioOf(measured, subject, reference, 'rate');
  const cpu = ratioOf(measured, subject, reference, 'cpu');
  const figures = {
    ...figuresOf(measured, subject),
    against: reference,
    ratio: `${rate.median.toFixed(2)} (${rate.lowest.toFixed(2)}–${rate.highest.toFixed(2)})`,
    'mean ± error': meanOf(rate),
    'ratio by CPU': Number.isNaN(cpu.median) ? '' : cpu.median.toFixed(2),
    'mean by CPU ± error': meanOf(cpu),
  };
  return {
    name: subject,
    figures,
    ...(least === undefined ? {} : { goal: { text: `≥ ${least}`, isMet: rate.median >= least } }),
  };
}

function meanOf({ mean, error }: Ratio): string {
  return Number.isNaN(mean) || Number.isNaN(error) ? '' : `${mean.toFixed(3)} ± ${error.toFixed(3)}`;
}

function figuresOf(measured: Measured, subject: string): Record<string, string> {
  const rounds = measured.get(subject) ?? [];
  const cpu = median(rounds.map((round) => round.cpuMicroseconds ?? Number.NaN));
  return {
    'requests/s': median(rounds.map((round) => round.requestsPerSecond)).toFixed(0),
    'CPU µs': Number.isNaN(cpu) ? '' : cpu.toFixed(0),
    'p99 ms': median(rounds.map((round) => round.p99)).toFixed(1),
  };
}
