// `npm run bench`: the service's own cost, side by side with servers that do only the work itself. Goals and figures: docs/performance.md.
// -- --rows 1000000 --databases sqlite,postgres --parts lists,writes,pages,sign-in,logout,events,memory,start --rounds 5 --seconds 3 --json FILE
import '../src/node-version.ts';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Dialect } from '../src/database/statement.ts';
import type { ServerProcess } from '../test/support/server-process.ts';
import { openFilledDatabase } from './bench/filled-database.ts';
import { startLoadProcess, type LoadProcess } from './bench/load.ts';
import type { Finding, Part, PartAlone } from './bench/part.ts';
import { events } from './bench/parts/events.ts';
import { lists } from './bench/parts/lists.ts';
import { logout } from './bench/parts/logout.ts';
import { memory } from './bench/parts/memory.ts';
import { pages } from './bench/parts/pages.ts';
import { signIn } from './bench/parts/sign-in.ts';
import { start } from './bench/parts/start.ts';
import { writes } from './bench/parts/writes.ts';
import { machineLine, toTable } from './bench/report.ts';
import type { Length } from './bench/rounds.ts';
import { withService } from './bench/service-process.ts';

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];
/** On one service, in this order: memory is what the parts before it leave behind. */
const PARTS: readonly Part[] = [lists, writes, pages, signIn, logout, memory];
const PARTS_ALONE: readonly PartAlone[] = [events, start];

interface Options {
  readonly rows: number;
  readonly dialects: readonly Dialect[];
  readonly parts: readonly Part[];
  readonly partsAlone: readonly PartAlone[];
  readonly length: Length;
  readonly json: string | undefined;
}

function readOptions(): Options {
  const options = {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  } as const;
  const { values } = parseArgs({
    options: { ...options, databases: { type: 'string' }, parts: { type: 'string' }, json: { type: 'string' } },
  });
  return {
    rows: toCount('rows', values.rows),
    dialects: chosen('databases', values.databases, DIALECTS, String),
    ...chosenParts(values.parts),
    length: { rounds: toCount('rounds', values.rounds), seconds: toCount('seconds', values.seconds) },
    json: values.json,
  };
}

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number above 0`);
  return count;
}

function chosen<T>(
  option: string,
  text: string | undefined,
  all: readonly T[],
  nameOf: (one: T) => string,
): readonly T[] {
  const names = text?.split(',') ?? all.map(nameOf);
  const unknown = names.filter((name) => !all.map(nameOf).includes(name));
  if (unknown.length > 0) throw new Error(`--${option} ${unknown.join(', ')}: there are ${all.map(nameOf).join(', ')}`);
  return all.filter((one) => names.includes(nameOf(one)));
}

function chosenParts(text: string | undefined): Pick<Options, 'parts' | 'partsAlone'> {
  const names = chosen(
    'parts',
    text,
    [...PARTS, ...PARTS_ALONE].map(({ name }) => name),
    String,
  );
  return {
    parts: PARTS.filter(({ name }) => names.includes(name)),
    partsAlone: PARTS_ALONE.filter(({ name }) => names.includes(name)),
  };
}

async function runOn(
  dialect: Dialect,
  { rows, parts, partsAlone, length }: Options,
  loadProcess: LoadProcess,
): Promise<Record<string, readonly Finding[]>> {
  const database = await openFilledDatabase(dialect, rows);
  const stage = { database, loadProcess, length };
  const found: Record<string, readonly Finding[]> = {};
  const keep = ({ name, what }: Pick<Part, 'name' | 'what'>, findings: readonly Finding[]): void => {
    found[name] = findings;
    process.stdout.write(`\n${what}:\n\n${toTable(findings)}\n`);
  };
  try {
    process.stdout.write(`\n## ${database.version}, ${rows} members\n`);
    const runBeside = async (service: ServerProcess): Promise<void> => {
      for (const part of parts) keep(part, await part.run({ ...stage, service }));
    };
    if (parts.length > 0) await withService(database.url, runBeside);
    for (const part of partsAlone) keep(part, await part.run(stage));
    return found;
  } finally {
    await database.close();
  }
}

async function main(options: Options): Promise<void> {
  process.stdout.write(`${machineLine()}; ${options.length.rounds} rounds of ${options.length.seconds} s\n`);
  const loadProcess = startLoadProcess();
  const results: Record<string, unknown> = { machine: machineLine(), rows: options.rows, ...options.length };
  try {
    for (const dialect of options.dialects) results[dialect] = await runOn(dialect, options, loadProcess);
  } finally {
    loadProcess.stop();
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
}

await main(readOptions());
