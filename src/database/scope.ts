// Whose rows the statements reach on PostgreSQL, whatever they say themselves: those of one publication, of all, or nobody's, which is so until
// somebody says it. Doors say it once they know for whom they work; connections are lent by it (postgres/wall.ts).
import { AsyncLocalStorage } from 'node:async_hooks';

export const EVERYWHERE = Symbol('everywhere');
export const NOWHERE = Symbol('nowhere');

/** The publication that answers at a host, which the same question finds out. */
export interface Host {
  readonly host: string;
}

/** The id of a publication, or one of those above. */
export type Scope = string | Host | typeof EVERYWHERE | typeof NOWHERE;

interface Said {
  scope: Scope;
}

const CURRENT = new AsyncLocalStorage<Said>();

/** Runs the work on the rows of one publication. A transaction keeps the scope in which it began. */
export function inPublication<T>({ id }: { readonly id: string }, work: () => PromiseLike<T>): Promise<T> {
  return inScope(id, work);
}

/** Runs statements, but no transaction, on the rows of the publication that answers at the host. */
export function atHost<T>(host: string, work: () => PromiseLike<T>): Promise<T> {
  return inScope({ host }, work);
}

/** Runs work that is about all publications, or finds out about which one it is. */
export function everywhere<T>(work: () => PromiseLike<T>): Promise<T> {
  return inScope(EVERYWHERE, work);
}

function inScope<T>(scope: Scope, work: () => PromiseLike<T>): Promise<T> {
  // A query of Knex runs only when it is awaited.
  return CURRENT.run({ scope }, async () => await work());
}

/** Of a request, of which nobody knows at first for whom it is. What the function that is returned runs belongs to it. */
export function beginNowhere(): (work: () => void) => void {
  const said: Said = { scope: NOWHERE };
  return (work) => CURRENT.run(said, work);
}

/** Says for whom the request is that is being answered, once and for all. */
export function enterPublication({ id }: { readonly id: string }): void {
  const said = CURRENT.getStore();
  if (said === undefined || said.scope === id) return;
  if (said.scope !== NOWHERE) throw new Error('a request is for one publication');
  said.scope = id;
}

/** For a request that is about several publications. One that is for one already remains so. */
export function enterEverywhere(): void {
  const said = CURRENT.getStore();
  if (said?.scope === NOWHERE) said.scope = EVERYWHERE;
}

/** @param unsaid the scope of work that was begun in none */
export function currentScope(unsaid: Scope): Scope {
  return CURRENT.getStore()?.scope ?? unsaid;
}
