// The second wall between publications (docs/architecture.md): statements run as a role that owns nothing, for which policies of the tables show the
// rows of one publication. A connection goes on with role and publication until a statement of another one sets them, in the message that it is sent in.
import pg from 'pg';
import { EVERYWHERE, NOWHERE, type Host, type Scope } from '../scope.ts';
import { ScopedQuery, STEP_OUT, stepTo, stepToHost, type Step } from './scoped-query.ts';

type Callback = (error: Error | null, result: pg.QueryArrayResult) => void;
type Querying = Pick<pg.PoolClient, 'query'>;

/** What a connection has set cannot be told. */
const UNKNOWN = Symbol('unknown');

export class Wall {
  /** The role; undefined where the wall does not stand. */
  role: string | undefined;
  /** The id of the publication for which a connection has set the role; one that was never lent for any is not here. */
  readonly #carried = new WeakMap<pg.PoolClient, string | typeof UNKNOWN>();

  /** The role that a transaction takes on; undefined for one that reaches everything. */
  roleIn(scope: Scope): string | undefined {
    return scope === EVERYWHERE ? undefined : this.role;
  }

  /** Whether the connection reaches that already. */
  isSetFor(client: pg.PoolClient, scope: Scope): boolean {
    if (this.role === undefined) return true;
    return this.#carried.get(client) === (scope === EVERYWHERE ? undefined : namedBy(scope));
  }

  /** @param sql what begins the transaction */
  begin(client: pg.PoolClient, sql: string, scope: Scope): string {
    const { role } = this;
    if (role === undefined || this.isSetFor(client, scope)) return sql;
    if (scope === EVERYWHERE) return `${sql}; SET LOCAL ROLE NONE`;
    const publication = namedBy(scope);
    if (typeof publication !== 'string') throw new Error('a transaction is for a publication, not for a host');
    return `${sql}; SET LOCAL ROLE ${pg.escapeIdentifier(role)}; SET LOCAL masthead.publication = ${pg.escapeLiteral(publication)}`;
  }

  /** The connection, for statements each of which is a transaction of its own. */
  on(client: pg.PoolClient, scope: Scope): Querying {
    if (this.isSetFor(client, scope)) return client;
    const query = (config: pg.QueryConfig, callback?: Callback): unknown => {
      if (this.isSetFor(client, scope)) return client.query(config, callback as never);
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryArrayResult>();
      const scoped = new ScopedQuery(config, this.#stepsTo(client, scope));
      const end = callback ?? ((error: Error | null, result) => (error === null ? resolve(result) : reject(error)));
      scoped.callback = this.#carryOn(client, scope, end);
      client.query(scoped);
      return promise;
    };
    // Of what the driver takes, ours and Knex give it a config alone.
    return { query } as Querying;
  }

  #stepsTo(client: pg.PoolClient, scope: Scope): Step[] {
    if (scope === EVERYWHERE) return [STEP_OUT];
    const [role, publication] = [this.role ?? '', namedBy(scope)];
    if (typeof publication === 'string') return [stepTo(role, publication)];
    const out = this.#carried.has(client) ? [STEP_OUT] : [];
    return [...out, stepToHost(role, publication.host)];
  }

  /** What was set holds once all that was sent in the message is done; it is undone where that failed. */
  #carryOn(client: pg.PoolClient, scope: Scope, end: Callback): Callback {
    const publication = scope === EVERYWHERE ? undefined : namedBy(scope);
    if (typeof publication !== 'string') return end;
    this.#carried.set(client, UNKNOWN);
    return (error, result) => {
      if (error === null) this.#carried.set(client, publication);
      end(error, result);
    };
  }
}

function namedBy(scope: Exclude<Scope, typeof EVERYWHERE>): string | Host {
  return scope === NOWHERE ? '' : scope;
}
