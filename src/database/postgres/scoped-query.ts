// A statement outside of a transaction, which takes along what sets its scope: all travels in one message and is one transaction for the server. So a scope
// that changes costs no round trip, and holds exactly where the statement succeeded.
import pg from 'pg';

type Callback = (error: Error | null, result: pg.QueryArrayResult) => void;

/** What the driver's class has, but for its published types. */
interface DriverQuery extends pg.Submittable {
  callback: Callback | undefined;
  prepare(connection: pg.Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}

/** The driver's messages, without the flag of its published types that it does not have. */
interface Wire {
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string; types: [] }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}

/** A statement that sets something. */
export interface Step {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

type Config = Pick<pg.QueryConfig, 'name' | 'text' | 'values'>;

const DriverQuery = pg.Query as unknown as new (config: Config & { queryMode: 'extended' }) => DriverQuery;

const setting = (publication: string, isLocal: boolean): string =>
  `select set_config('role', $1, ${isLocal}), set_config('masthead.publication', ${publication}, ${isLocal})`;

/** Until the connection sets something else. */
export function stepTo(role: string, publicationId: string): Step {
  return { name: 'masthead_to_publication', text: setting('$2', false), values: [role, publicationId] };
}

/** For this statement. As the role, the look-up would be kept to one publication itself: it is for a connection without one. */
export function stepToHost(role: string, host: string): Step {
  const publication = "coalesce((select id from publications where site_host = $2), '')";
  return { name: 'masthead_to_host', text: setting(publication, true), values: [role, host] };
}

/** For this statement. */
export const STEP_OUT: Step = {
  name: 'masthead_out',
  text: "select set_config('role', 'none', true)",
  values: [],
};

/** The names of those that a connection has prepared. */
const prepared = new WeakMap<pg.Connection, Set<string>>();

export class ScopedQuery extends DriverQuery {
  readonly #steps: readonly Step[];
  #stepsDone = 0;

  constructor(config: Config, steps: readonly Step[]) {
    super({ ...config, queryMode: 'extended' });
    this.#steps = steps;
  }

  override prepare(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    for (const { name, text, values } of this.#steps) {
      if (prepared.get(connection)?.has(name) !== true) {
        // An attempt that failed may have left it.
        wire.close({ type: 'S', name });
        wire.parse({ name, text, types: [] });
      }
      wire.bind({ statement: name, values });
      wire.execute({});
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#stepsDone === this.#steps.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const step = this.#steps[this.#stepsDone];
    if (step === undefined) return super.handleCommandComplete(message, connection);
    prepared.set(connection, (prepared.get(connection) ?? new Set()).add(step.name));
    this.#stepsDone += 1;
  }
}
