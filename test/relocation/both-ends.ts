// Two databases of one operator, each with its service: publications that stay beside one that is moved by the command.
import { openDatabase } from '../../src/database/open.ts';
import { foldFigures } from '../../src/models/figures/fold.ts';
import { logPendingEventsOf } from '../../src/models/outbox/event-log.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import type { Service } from '../../src/service.ts';
import { newMigratedDatabase, testDialect } from '../support/databases/database.ts';
import { CommandLine, type CommandOutcome } from '../support/processes/command-line.ts';
import { restart } from '../support/service/restarted.ts';
import type { TestService } from '../support/service/service.ts';
import { ownedTables } from '../tenancy/rows.ts';

const SECRET_KEY = 'a secret key of the tests that is long enough';

export interface BothEnds {
  readonly here: TestService;
  readonly there: TestService;
  readonly url: string;
  /** masthead publication move NAME --to the other database */
  move(name: string, ...options: readonly string[]): Promise<CommandOutcome>;
  run(...args: readonly string[]): Promise<CommandOutcome>;
  /** A command at the other end. */
  runThere(...args: readonly string[]): Promise<CommandOutcome>;
}

type OnEnd = (close: () => Promise<void> | void) => void;

export async function openBothEnds(here: TestService, onEnd: OnEnd): Promise<BothEnds> {
  const { url, remove } = await newMigratedDatabase(testDialect);
  onEnd(remove);
  const database = openDatabase(url);
  onEnd(() => database.close());
  const there = await restart({ config: { databaseUrl: url }, database, clock: here.clock }, { SECRET_KEY });
  onEnd(() => there.close());
  const line = new CommandLine({ DATABASE_URL: here.config.databaseUrl, SECRET_KEY });
  const lineThere = new CommandLine({ DATABASE_URL: url, SECRET_KEY });
  return {
    here,
    there,
    url,
    move: (name, ...options) => line.run('publication', 'move', name, '--to', url, ...options),
    run: (...args) => line.run(...args),
    runThere: (...args) => lineThere.run(...args),
  };
}

/** Columns that say how far a move has come, and numbers that each database gives by itself. */
const OF_THE_DATABASE = new Set(['moveState', 'moveCopy', 'number']);

/** The same, once what a worker would do at once is done. */
export async function settledContentOf(
  service: Pick<Service, 'database' | 'clock'>,
  publication: Publication,
): Promise<Map<string, string[]>> {
  await logPendingEventsOf(publication, service.database, service.clock);
  while (!(await foldFigures(service.database, publication)));
  return contentOf(service, publication.id);
}

/** By table, the publication's rows without what is of the database alone, in any order. */
export async function contentOf(
  { database }: Pick<Service, 'database'>,
  publicationId: string,
): Promise<Map<string, string[]>> {
  const content = new Map<string, string[]>();
  for (const table of await ownedTables(database)) {
    const owner = table === 'publications' ? 'id' : 'publicationId';
    const rows: Record<string, unknown>[] = await database.knex(table).where({ [owner]: publicationId });
    const kept = rows.map((row) => Object.entries(row).filter(([name]) => !OF_THE_DATABASE.has(name)));
    if (rows.length > 0) content.set(table, kept.map((row) => JSON.stringify(row)).toSorted());
  }
  return content;
}
