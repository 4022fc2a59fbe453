// Transactions: one that fails is undone alone, what resolved is durable, and those that wait share a commit without sharing a fate.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUniqueViolation } from '../../src/database/connection.ts';
import { MIGRATIONS } from '../../src/database/migrations/list.ts';
import { openDatabase } from '../../src/database/open.ts';
import { statement } from '../../src/database/statement.ts';
import { openTestDatabase, testDialect, type TestDatabase } from '../support/databases/database.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
let scratch: TestDatabase;
const add = statement('test_add', 'insert into limits (bucket, count, resets_at) values (?, ?, 0)');
const countOf = statement<{ count: number }>('test_count', 'select count from limits where bucket = ?');
const increment = statement('test_increment', 'update limits set count = ? where bucket = ?');

beforeAll(async () => {
  scratch = await openTestDatabase();
});
afterAll(async () => {
  await scratch.drop();
});

const count = async (bucket: string): Promise<number | undefined> =>
  (await scratch.database.first(countOf, [bucket]))?.count;

describe('a single write', () => {
  it('is durable once it resolved, and counted as a commit', async () => {
    const { database } = scratch;
    const before = database.commits;
    await database.singleWrite(async (transaction) => {
      expect(await transaction.first(countOf, ['single'])).toBeUndefined();
      await transaction.run(add, ['single', 1]);
    });
    expect([await count('single'), database.commits > before]).toEqual([1, true]);
  });

  it('goes on after a write that changed nothing', async () => {
    const found = await scratch.database.singleWrite(async (transaction) => {
      expect(await transaction.run(increment, [2, 'nobody'])).toBe(0);
      return transaction.first(countOf, ['single']);
    });
    expect(found).toEqual({ count: 1 });
  });

  it('is followed by nothing on PostgreSQL, where it has been committed', async () => {
    const going = scratch.database.singleWrite(async (transaction) => {
      await transaction.run(add, ['first', 1]);
      await transaction.run(add, ['second', 1]);
    });
    const outcome = await going.then(
      () => 'both',
      (error: Error) => error.message,
    );
    const [first, second] = [await count('first'), await count('second')];
    expect([outcome, first, second]).toEqual(
      testDialect === 'postgres' ? ['test_add comes after a single write', 1, undefined] : ['both', 1, 1],
    );
  });
});

describe('a transaction', () => {
  it('lets other work go on between itself and the next, however many follow each other', async () => {
    const other = AbortSignal.timeout(10);
    const until = performance.now() + 5000;
    await scratch.database.transaction((transaction) => transaction.run(add, ['chain', 0]));
    for (let n = 1; !other.aborted && performance.now() < until; n += 1) {
      await scratch.database.transaction((transaction) => transaction.run(increment, [n, 'chain']));
    }
    expect(other.aborted).toBe(true);
  });

  it('shows its writes to others once it resolved', async () => {
    await scratch.database.transaction((transaction) => transaction.run(add, ['a', 1]));
    expect(await count('a')).toBe(1);
  });

  it('is undone when its work throws, and passes the error on', async () => {
    const failing = scratch.database.transaction(async (transaction) => {
      await transaction.run(add, ['b', 1]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await count('b')).toBeUndefined();
  });

  it('fails alone among many at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        scratch.database.transaction(async (transaction) => {
          await transaction.run(add, [`many ${index}`, 1]);
          if (index % 5 === 0) throw new Error('no');
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    for (const [index, { status }] of results.entries())
      expect(await count(`many ${index}`)).toBe(status === 'fulfilled' ? 1 : undefined);
  });

  it('undoes a savepoint alone', async () => {
    await scratch.database.transaction(async (transaction) => {
      await transaction.run(add, ['outer', 1]);
      await transaction
        .savepoint(async () => {
          await transaction.run(add, ['inner', 1]);
          throw new Error('no');
        })
        .catch(() => undefined);
    });
    expect([await count('outer'), await count('inner')]).toEqual([1, undefined]);
  });

  it('tells a unique violation on both databases, from statements and from Knex', async () => {
    await scratch.database.transaction((transaction) => transaction.run(add, ['unique', 1]));
    const violations = [
      () => scratch.database.transaction((transaction) => transaction.run(add, ['unique', 1])),
      () =>
        scratch.database.transaction(
          async ({ knex }) => void (await knex('limits').insert({ bucket: 'unique', count: 1, resetsAt: 0 })),
        ),
    ];
    for (const violate of violations)
      expect(isUniqueViolation(await violate().catch((error: unknown) => error))).toBe(true);
  });

  it('runs Knex inside itself', async () => {
    await scratch.database
      .transaction(async (transaction) => {
        await transaction.knex('limits').insert({ bucket: 'knex', count: 1, resetsAt: 0 });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await count('knex')).toBeUndefined();
  });

  it('of two connections that read and then write loses no increment', async () => {
    const other = openDatabase(scratch.url);
    await scratch.database.transaction((transaction) => transaction.run(add, ['counter', 0]));
    const lock =
      scratch.database.dialect === 'postgres'
        ? statement<{ count: number }>('test_lock', 'select count from limits where bucket = ? for update')
        : countOf;
    const once = (database: typeof other): Promise<number> =>
      database.transaction(async (transaction) =>
        transaction.run(increment, [((await transaction.first(lock, ['counter']))?.count ?? 0) + 1, 'counter']),
      );
    await Promise.all(Array.from({ length: 100 }, (_, index) => once(index % 2 === 0 ? other : scratch.database)));
    await other.close();
    expect(await count('counter')).toBe(100);
  });
});

const MIGRATE = `
  const { openDatabase } = await import('./src/database/open.ts');
  const { migrate } = await import('./src/database/migrate.ts');
  const database = openDatabase(process.argv[1]);
  const applied = await migrate(database, 'test');
  await database.close();
  process.stdout.write(JSON.stringify(applied));
`;

describe('migration', () => {
  it('R-F16 by ten processes at once on an empty database is applied once', async () => {
    const empty = await openTestDatabase({ isMigrated: false });
    const run = promisify(execFile);
    const processes = Array.from({ length: 10 }, () =>
      run(process.execPath, ['--input-type=module', '-e', MIGRATE, empty.url], { cwd: PROJECT }),
    );
    const applied = (await Promise.all(processes)).flatMap(({ stdout }) => JSON.parse(stdout));
    expect(applied.toSorted()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await empty.database.knex('knex_migrations').orderBy('id').pluck('name')).toEqual(applied.toSorted());
    await empty.drop();
  }, 60_000);
});
