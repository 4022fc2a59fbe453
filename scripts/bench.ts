// `npm run bench`: measures the service side by side with servers that do only the bare work. Goals and figures: docs/performance.md.
// -- --rows 1000000 --databases sqlite,postgres --parts lists,metrics,wall,writes,event-log,pages,floods,load,overload,sign-in,pushes,logout,figures,people,search-indexes,imports,memory,start,idle --rounds 5 --seconds 3 --json FILE
// -- --against DIR: this tree's flow, lists, create and offers page side by side with those of the tree in that folder.
import '../src/node-version.ts';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Dialect } from '../src/database/statement.ts';
import { logouts, pushes } from './bench/deliveries.ts';
import { figurePages } from './bench/figures.ts';
import { nameOfFilled, openFilling, type Contents, type FilledDatabase } from './bench/filled-database.ts';
import { floods } from './bench/floods.ts';
import { memory, start } from './bench/footprint.ts';
import { idle } from './bench/idle.ts';
import { imports } from './bench/imports.ts';
import { startLoadProcess, type LoadProcess } from './bench/load.ts';
import { measure, pairsOf, type Finding, type Length, type Part, type Subject } from './bench/measure.ts';
import { metrics } from './bench/metrics.ts';
import { mixed } from './bench/mixed.ts';
import { overload } from './bench/overload.ts';
import { people } from './bench/people.ts';
import { lists, offersPage, pages, serviceLists } from './bench/reads.ts';
import { searchIndexes } from './bench/search-indexes.ts';
import { PROJECT } from './bench/service.ts';
import { serviceFlows, signIns } from './bench/sign-in.ts';
import { wall } from './bench/wall.ts';
import { eventLog, serviceCreates, writes } from './bench/writes.ts';

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];
const PARTS: readonly Part[] = [
  lists,
  metrics,
  wall,
  writes,
  eventLog,
  pages,
  floods,
  mixed,
  overload,
  signIns,
  pushes,
  logouts,
  figurePages,
  people,
  searchIndexes,
  imports,
  memory,
  start,
  idle,
];

const HELP = `npm run bench -- OPTIONS

  --rows NUMBER      members in the database: 1000000 by default
  --databases NAMES  ${DIALECTS.join()} by default
  --parts NAMES      ${PARTS.map(({ name }) => name).join()} by default
  --rounds NUMBER    rounds of each measurement: 5 by default
  --seconds NUMBER   length of a round: 3 by default
  --against DIR      compare with the tree in that folder
  --json FILE        also write the figures to that file

Example:
  npm run bench -- --rows 10000 --databases sqlite --parts lists
`;

interface Options {
  readonly rows: number;
  readonly dialects: readonly Dialect[];
  readonly parts: readonly Part[];
  readonly length: Length;
  readonly against: string | undefined;
  readonly json: string | undefined;
}

/** Returns undefined where only the help was asked for. */
function readOptions(): Options | undefined {
  const options = {
    help: { type: 'boolean', default: false },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    databases: { type: 'string', default: DIALECTS.join() },
    parts: { type: 'string', default: PARTS.map(({ name }) => name).join() },
    against: { type: 'string' },
    json: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) return undefined;
  const parts = namesOf(
    'parts',
    values.parts,
    PARTS.map(({ name }) => name),
  );
  return {
    rows: toCount('rows', values.rows),
    dialects: namesOf('databases', values.databases, DIALECTS),
    parts: PARTS.filter(({ name }) => parts.includes(name)),
    length: { rounds: toCount('rounds', values.rounds), seconds: toCount('seconds', values.seconds) },
    against: values.against === undefined ? undefined : resolve(values.against),
    json: values.json,
  };
}

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number above 0`);
  return count;
}

function namesOf<Name extends string>(option: string, text: string, all: readonly Name[]): readonly Name[] {
  const names = text.split(',');
  const unknown = names.filter((name) => !all.some((one) => one === name));
  if (unknown.length > 0) throw new Error(`--${option} ${unknown.join(', ')}: there are ${all.join(', ')}`);
  return all.filter((name) => names.includes(name));
}

/** Runs each part on a database copy of its own. */
async function runParts(
  dialect: Dialect,
  options: Options,
  loadProcess: LoadProcess,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const byContents = Map.groupBy(options.parts, ({ contents = 'members' }) => contents);
  for (const [contents, parts] of byContents)
    Object.assign(found, await runPartsOn(dialect, { ...options, parts }, contents, loadProcess));
  return found;
}

async function runPartsOn(
  dialect: Dialect,
  options: Options,
  contents: Contents,
  loadProcess: LoadProcess,
): Promise<Record<string, unknown>> {
  const filling = await openFilling(dialect, options.rows, PROJECT, contents);
  const found: Record<string, unknown> = {};
  try {
    process.stdout.write(`\n## ${filling.version}, ${options.rows} ${contents}\n`);
    for (const part of options.parts) {
      const database = await filling.copy(PROJECT);
      try {
        found[part.name] = print(part.what, await part.run({ database, loadProcess, length: options.length }));
      } finally {
        await database.close();
      }
    }
    return found;
  } finally {
    await filling.close();
  }
}

/** Compares this tree with another one, each on a database that it filled itself. */
async function runAgainst(
  dialect: Dialect,
  other: string,
  { rows, length }: Options,
  loadProcess: LoadProcess,
): Promise<Record<string, unknown>> {
  const filling = await openFilling(dialect, rows, PROJECT);
  const isSame = nameOfFilled(rows, PROJECT) === nameOfFilled(rows, other);
  const otherFilling = isSame ? filling : await openFilling(dialect, rows, other);
  try {
    process.stdout.write(`\n## ${filling.version}, ${rows} members\n`);
    const [database, otherDatabase] = [await filling.copy(PROJECT), await otherFilling.copy(other)];
    const pairs = pairsOf(await compared(database), await compared(otherDatabase));
    const findings = await measure({ database, loadProcess, length }, pairs);
    for (const one of [database, otherDatabase]) await one.close();
    return { against: print(`this tree, and ${other}`, findings) };
  } finally {
    if (!isSame) await otherFilling.close();
    await filling.close();
  }
}

async function compared(database: FilledDatabase): Promise<Subject[]> {
  const flows = await serviceFlows(database);
  return [flows('flow'), ...(await serviceLists(database)), serviceCreates(database), offersPage(database)];
}

function print(what: string, findings: readonly Finding[]): readonly Finding[] {
  process.stdout.write(`\n${what}:\n\n${toTable(findings)}\n`);
  return findings;
}

function machineLine(): string {
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
  return `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}, ${process.platform} ${process.arch}, load average ${load}`;
}

/** A Markdown table; columns in the order of their first appearance. */
function toTable(findings: readonly Finding[]): string {
  const columns = [...new Set(findings.flatMap(({ figures }) => Object.keys(figures)))];
  const rows = findings.map(({ name, figures, goal }) => [
    name,
    ...columns.map((column) => figures[column] ?? ''),
    goal === undefined ? '' : `${goal.text}: ${goal.isMet ? 'met' : 'MISSED'}`,
  ]);
  const header = ['', ...columns, 'goal'];
  const widths = header.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(header), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

async function main(options: Options): Promise<void> {
  const { dialects, length, against, json } = options;
  process.stdout.write(`${machineLine()}; ${length.rounds} rounds of ${length.seconds} s\n`);
  const loadProcess = startLoadProcess();
  const results: Record<string, unknown> = { machine: machineLine(), rows: options.rows, ...length };
  try {
    for (const dialect of dialects)
      results[dialect] =
        against === undefined
          ? await runParts(dialect, options, loadProcess)
          : await runAgainst(dialect, against, options, loadProcess);
  } finally {
    loadProcess.stop();
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, undefined, 2)}\n`);
}

const asked = readOptions();
if (asked === undefined) process.stdout.write(HELP);
else await main(asked);
