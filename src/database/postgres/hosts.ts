// The servers of PostgreSQL that DATABASE_URL names, as libpq has them: postgres://user@a.example:5432,b.example/masthead. One of
// them takes writes. Each new connection goes to it; when it is lost, the others are asked until one takes writes.
import { callbackify } from 'node:util';
import pg from 'pg';
import { DatabaseUnavailable } from '../connection.ts';

interface Host {
  readonly host: string;
  readonly port: number;
}

const ASK_TIMEOUT_MILLISECONDS = 2000;

/** Finds the server that takes writes. One question at a time; what it found stands until it is forgotten. */
export class PostgresHosts {
  readonly #configs: readonly pg.ClientConfig[];
  #found: Promise<Host> | undefined;

  /** @param configs of each server */
  constructor(configs: readonly pg.ClientConfig[]) {
    this.#configs = configs;
  }

  /** Throws DatabaseUnavailable while none takes writes. */
  find(): Promise<Host> {
    this.#found ??= this.#ask();
    return this.#found;
  }

  /** To be called when a connection is lost, or its server takes no writes any more. */
  forget(): void {
    this.#found = undefined;
  }

  async #ask(): Promise<Host> {
    const answers = await Promise.all(this.#configs.map((config) => takesWrites(config)));
    const found = answers.find((host) => host !== undefined);
    if (found !== undefined) return found;
    this.forget();
    throw new DatabaseUnavailable('none of the servers in DATABASE_URL takes writes');
  }
}

/** Undefined for a server that does not, or does not answer. */
async function takesWrites(config: pg.ClientConfig): Promise<Host | undefined> {
  const client = new pg.Client({
    ...config,
    application_name: 'masthead looks for the primary',
    connectionTimeoutMillis: ASK_TIMEOUT_MILLISECONDS,
    query_timeout: ASK_TIMEOUT_MILLISECONDS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    return rows[0]?.transaction_read_only === 'off' ? { host: client.host, port: client.port } : undefined;
  } catch {
    return undefined;
  } finally {
    client.connection.stream.destroy();
  }
}

type OnConnected = (error: Error) => void;

/** The class of clients that connect to the server that takes writes. */
export function writingClient(hosts: PostgresHosts): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => hosts.forget());
    }

    override connect(): Promise<this>;
    override connect(callback: OnConnected): void;
    override connect(callback?: OnConnected): Promise<this> | void {
      if (callback === undefined) return this.#connectToWriter();
      // The driver's pool asks only whether there is an error.
      callbackify(() => this.#connectToWriter())((error) => (callback as (error: Error | null) => void)(error));
    }

    async #connectToWriter(): Promise<this> {
      Object.assign(this, await hosts.find());
      try {
        await super.connect();
        const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only');
        if (rows[0]?.transaction_read_only === 'off') return this;
        throw new DatabaseUnavailable('the server takes no writes any more');
      } catch (error) {
        hosts.forget();
        this.connection.stream.destroy();
        throw error;
      }
    }
  };
}
