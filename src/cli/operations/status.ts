// masthead status: what an operator asks first, of all instances, from the database that they share.
import type { Command } from 'commander';
import { readState } from '../../watching/state.ts';
import { toStatus, wallOf, type Status } from '../../watching/status.ts';
import { describe, withUnauditedDatabase, type OutputOptions } from '../command.ts';
import { asCells, printJson, printList, printOne, remark } from '../output.ts';

export function register(command: Command): void {
  describe(
    command,
    'Show which instances run, what waits and since when, dead letters, drift and the last backup',
    'status',
  ).action(run);
}

async function run(options: OutputOptions): Promise<void> {
  await withUnauditedDatabase(async ({ database, clock }) => {
    const status = toStatus(await readState(database, clock), clock.now());
    if (options.json) printJson(status);
    else show(options, status);
  });
}

function show(options: OutputOptions, status: Status): void {
  const {
    instances,
    deliveries,
    event_log: log,
    payments,
    reconciliations,
    last_backup_at,
    replica,
    problems,
  } = status;
  printList(options, instances, asCells);
  process.stdout.write('\n');
  printList(options, deliveries, asCells);
  process.stdout.write('\n');
  printOne(
    options,
    {
      events_pending: log.pending,
      event_log_lag_seconds: log.lag_seconds,
      ...payments,
      reconciliations_agreed: reconciliations.agreed,
      reconciliations_drifted: reconciliations.drifted,
      reconciliations_unfinished: reconciliations.unfinished,
      last_backup_at,
      replica: replica?.standing ?? null,
      second_wall: wallOf(status),
    },
    asCells,
  );
  for (const problem of problems) remark(problem);
}
