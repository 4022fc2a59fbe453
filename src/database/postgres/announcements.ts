// Tells the workers of other processes that there is work, by PostgreSQL's NOTIFY, and hears it from them. Only processes without a
// worker, such as commands, announce: PostgreSQL commits the transactions that notify one after another, so that a NOTIFY with each
// write would slow all of them.
import type pg from 'pg';

const CHANNEL = 'masthead_work';
const RECONNECT_MILLISECONDS = 5000;
const KEEP_ALIVE_MILLISECONDS = 30_000;

export async function announce(queryable: Pick<pg.Pool, 'query'>): Promise<void> {
  await queryable.query(`NOTIFY ${CHANNEL}`);
}

/** A connection that listens, and begins anew when it is lost. What is missed meanwhile is found by the workers' sweeps. */
export class AnnouncementListener {
  readonly #config: pg.ClientConfig;
  readonly #onHeard: () => void;
  readonly #Client: typeof pg.Client;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig, Client: typeof pg.Client, onHeard: () => void) {
    this.#config = { ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS };
    this.#Client = Client;
    this.#onHeard = onHeard;
    this.#begin();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#client?.connection.stream.destroy();
  }

  #begin(): void {
    const client = new this.#Client(this.#config);
    this.#client = client;
    let isLost = false;
    const lose = (): void => {
      if (isLost) return;
      isLost = true;
      client.connection.stream.destroy();
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#begin(), RECONNECT_MILLISECONDS).unref();
    };
    client.on('error', lose).on('end', lose).on('notification', this.#onHeard);
    client
      .connect()
      .then(() => client.query(`LISTEN ${CHANNEL}`))
      .catch(lose);
  }
}
