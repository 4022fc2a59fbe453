// Measures statements where somebody listens: names or SQL text, never values.
import type { Knex } from 'knex';
import { OBSERVED } from '../observed.ts';

/** Publishes how long the statement took, also where it fails. */
export function observeStatement<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!OBSERVED.statement.isHeard) return work();
  const startedAt = performance.now();
  return work().finally(() => publish(name, startedAt));
}

/** The same for SQLite's driver, which blocks. */
export function observeBlocking<T>(name: string, work: () => T): T {
  if (!OBSERVED.statement.isHeard) return work();
  const startedAt = performance.now();
  try {
    return work();
  } finally {
    publish(name, startedAt);
  }
}

/** The same for what this Knex builds, whose text has a placeholder for each value. */
export function observeKnex(knex: Knex): Knex {
  const started = new Map<string, number>();
  const end = ({ __knexQueryUid: id, sql }: { readonly __knexQueryUid: string; readonly sql: string }): void => {
    const startedAt = started.get(id);
    if (!started.delete(id) || startedAt === undefined) return;
    publish(sql, startedAt);
  };
  knex.on('query', ({ __knexQueryUid: id }: { readonly __knexQueryUid: string }) => {
    if (OBSERVED.statement.isHeard) started.set(id, performance.now());
  });
  knex.on('query-response', (_rows: unknown, query: Parameters<typeof end>[0]) => end(query));
  knex.on('query-error', (_error: unknown, query: Parameters<typeof end>[0]) => end(query));
  return knex;
}

function publish(name: string, startedAt: number): void {
  OBSERVED.statement.publish({ name, milliseconds: performance.now() - startedAt });
}
