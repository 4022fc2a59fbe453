// Counts the work of an answer, in place of its time: every statement that reaches the database driver, every hash, cipher and comparison of secrets.
// Random numbers are not counted, since their number for an id or a secret is random itself. Two answers of equal work cannot be told apart by a
// clock. Nothing is mocked: the real functions run and are counted.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import SqliteDriver from 'better-sqlite3';
import pg from 'pg';

type AnyFunction = (...parameters: unknown[]) => unknown;

const CRYPTO = ['hash', 'createHash', 'createHmac', 'timingSafeEqual', 'createCipheriv', 'createDecipheriv'] as const;
const SQLITE = ['run', 'get', 'all', 'iterate'] as const;

/** Runs the function and lists its work, in order. Nothing else may run meanwhile. */
export async function workOf<Answer>(
  run: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly work: readonly string[] }> {
  const work: string[] = [];
  const count = (
    holder: object,
    name: string,
    what: (self: unknown, parameters: readonly unknown[]) => string,
  ): (() => void) => {
    const original: unknown = Reflect.get(holder, name);
    if (typeof original !== 'function') throw new Error(`there is no ${name} to count`);
    const counted = function (this: unknown, ...parameters: unknown[]): unknown {
      work.push(what(this, parameters));
      return Reflect.apply(original as AnyFunction, this, parameters);
    };
    Reflect.set(holder, name, counted);
    return () => Reflect.set(holder, name, original);
  };
  const restore = [
    ...CRYPTO.map((name) => count(crypto, name, () => name)),
    ...SQLITE.map((name) => count(statementPrototype(), name, (self) => textOf(Reflect.get(Object(self), 'source')))),
    count(pg.Client.prototype, 'query', (_self, [query]) => textOf(query)),
  ];
  syncBuiltinESMExports();
  try {
    return { answer: await run(), work };
  } finally {
    for (const undo of restore) undo();
    syncBuiltinESMExports();
  }
}

/** The prototype of all prepared statements of better-sqlite3. */
function statementPrototype(): object {
  const memory = new SqliteDriver(':memory:');
  const prototype: object = Object.getPrototypeOf(memory.prepare('select 1'));
  memory.close();
  return prototype;
}

function textOf(query: unknown): string {
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query;
  return String(text).replaceAll(/\s+/g, ' ').trim();
}
