// The statements that a service runs on PostgreSQL while something is done, each with values that it had, and whether it was said to be for one publication.
import pg from 'pg';
import { vi } from 'vitest';
import { currentScope, EVERYWHERE, NOWHERE, type Scope } from '../../src/database/scope.ts';
import { allStatements } from '../../src/database/statement.ts';

export interface RunStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** wall: it could reach one publication. all: it was said to be about all of them. */
  readonly behind: 'wall' | 'all';
}

interface Sent {
  readonly text?: string;
  readonly values?: readonly unknown[];
}

/** What the tests ask for themselves, which say no publication, is left out. */
export async function statementsRunIn(work: () => Promise<unknown>): Promise<RunStatement[]> {
  const found: RunStatement[] = [];
  const begun = new WeakMap<object, Scope>();
  const reachingAll = new Set(allStatements().flatMap(({ postgres, reachesAll }) => (reachesAll ? [postgres] : [])));
  const note = (client: object, given: unknown): void => {
    const { text = '', values = [] } = (typeof given === 'string' ? { text: given } : given) as Sent;
    if (text.startsWith('BEGIN')) begun.set(client, currentScope(NOWHERE));
    else if (/^(COMMIT|ROLLBACK)$/.test(text)) begun.delete(client);
    else if (!text.startsWith('SET LOCAL')) {
      const scope = begun.get(client) ?? currentScope(NOWHERE);
      const behind = typeof scope === 'symbol' || reachingAll.has(text) ? 'all' : 'wall';
      if (scope === EVERYWHERE || behind === 'wall') found.push({ text, values, behind });
    }
  };
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    note(this, given[0]);
    return query.apply(this, given) as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return found;
}
