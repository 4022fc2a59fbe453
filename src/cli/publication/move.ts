// masthead publication move: a publication into another database of the operator, with everything but who is signed in (docs/scaling.md).
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { lowerFence } from '../../backup/fence.ts';
import { readConfig } from '../../config.ts';
import type { Database } from '../../database/connection.ts';
import { isUpToDate } from '../../database/migrate.ts';
import { NotFound } from '../../models/errors.ts';
import { findPublicationNamed, type Publication } from '../../models/publication/publication.ts';
import { listSiteHosts } from '../../models/publication/site-host.ts';
import { cancelMove } from '../../relocation/cancel.ts';
import { movePublication } from '../../relocation/move.ts';
import { MoveRefused, type MoveParts, type Step } from '../../relocation/parts.ts';
import { addVerb, checkFile, onDatabase, withUnauditedDatabase, type OutputOptions, type Parts } from '../command.ts';
import { Refused, UsageError } from '../failure.ts';
import { printJson, remark } from '../output.ts';
import { userName } from '../user-name.ts';

interface MoveOptions extends OutputOptions {
  readonly to?: string;
  readonly mapTo?: string;
  readonly cancel?: boolean;
}

const STEPS: Readonly<Record<Step, string>> = {
  freeze: 'Frozen: the publication answers 503 until it answers there',
  copy: 'Copying',
  compare: 'Comparing both ends, row by row',
  switch: 'Switching: from here on there is no way back but another move',
  remove: 'It answers there. Removing what is left here',
};

export function register(noun: Command): void {
  addVerb(
    noun,
    'move <id-or-host>',
    'Move a publication to another database of yours; run again after an interruption, it goes on',
    'publication move members.example.org --to postgres://masthead@db2.example.org/masthead --map-to masthead-2:4000',
  )
    .option(
      '--to <database-url>',
      'the other database, as its DATABASE_URL names it; - to read that from standard input, where a password is seen by nobody',
    )
    .option('--map-to <upstream>', "what the proxy's map calls the service of the other database", 'NEW-UPSTREAM')
    .option('--cancel', 'call a move off that has not switched yet')
    .action(run);
}

async function run(named: string, options: MoveOptions): Promise<void> {
  if (options.to === undefined && options.cancel !== true) throw new UsageError('Name the other database by --to');
  await withUnauditedDatabase(async (parts) => {
    const work = options.cancel === true ? cancel : move;
    await onTarget(parts, options.to, (target) => work(parts, { named: named.toLowerCase(), target, options }));
  }).catch((error: unknown) => {
    throw error instanceof MoveRefused ? new Refused(error.message) : error;
  });
}

interface Given {
  readonly named: string;
  readonly target: Database | undefined;
  readonly options: MoveOptions;
}

/** Throws Refused where the other database is not ready. */
async function onTarget(
  { config }: Parts,
  to: string | undefined,
  work: (target: Database | undefined) => Promise<void>,
): Promise<void> {
  if (to === undefined) return work(undefined);
  const url = to === '-' ? readFileSync(process.stdin.fd, 'utf8').trim() : to;
  const other = readConfig(process.env, { DATABASE_URL: url });
  if (other.databaseUrl === config.databaseUrl)
    throw new Refused('That is the database of these settings: name another one');
  checkFile(other);
  await onDatabase(other, async (target) => {
    if (!(await isUpToDate(target, config.environment)))
      throw new Refused('The schema of the database named by --to is not current: migrate it first');
    await work(target);
  });
}

async function move(parts: Parts, { named, target, options }: Given): Promise<void> {
  if (target === undefined) return;
  const source = parts.database;
  const here = await findPublicationNamed(source, named);
  if (here !== undefined) await movePublication(movePartsOf(parts, target), here);
  const there = await findPublicationNamed(target, named);
  if (there === undefined || there.moveState !== null) throw new NotFound(`No such publication: ${named}`);
  // A run that was killed at its very end left it.
  if (here === undefined) await lowerFence(source, { publicationId: there.id });
  await report(target, there, options);
}

async function cancel(parts: Parts, { named, target }: Given): Promise<void> {
  const publication = await findPublicationNamed(parts.database, named);
  if (publication === undefined) throw new NotFound(`No such publication: ${named}`);
  const { database: source, clock } = parts;
  await cancelMove({ source, target, clock, actor: actor() }, publication);
  remark(`${publication.siteUrl} answers here again.`);
}

function movePartsOf({ database: source, clock, secretKeys }: Parts, target: Database): MoveParts {
  return { source, target, clock, secretKeys, actor: actor(), onStep: (step) => remark(STEPS[step]) };
}

function actor(): MoveParts['actor'] {
  return { kind: 'command_line', id: null, name: userName(), network: null, requestId: null };
}

/** A line of a map is alike in Caddy and HAProxy; nginx wants a semicolon behind it. */
async function report(target: Database, publication: Publication, options: MoveOptions): Promise<void> {
  const held = (await listSiteHosts(publication, target)).filter(({ isHeld }) => isHeld).map(({ host }) => host);
  const { mapTo = '' } = options;
  if (options.json) return printJson({ id: publication.id, site_url: publication.siteUrl, hosts: held, map_to: mapTo });
  process.stdout.write(`${held.map((host) => `${host} ${mapTo}`).join('\n')}\n`);
  remark(
    "Put this into the map of the proxy (docs/scaling.md); until then the publication's readers are asked to wait.",
  );
}
