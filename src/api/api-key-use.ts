// When an API key was last used, which the dashboard and the command line list. It is written after the answer is under
// way, at most once a minute for each key, so that no request waits for it.
import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable } from '../database/connection.ts';
import { recordApiKeyUse, type KnownApiKey } from '../models/publication/api-key.ts';
import type { Service } from '../service.ts';

/** Our choice. Measured by a timer of the process, so that setting the clock does not stretch it. */
const REMEMBERED_MILLISECONDS = 60_000;

export class ApiKeyUse {
  readonly #service: Pick<Service, 'database' | 'clock'>;
  /** Ids of the keys whose use this process recorded within the last minute. */
  readonly #recorded = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(service: Pick<Service, 'database' | 'clock'>) {
    this.#service = service;
  }

  /** Returns at once. A failure is logged, and does not concern the request. */
  note(publication: KnownApiKey, log: FastifyBaseLogger): void {
    const { apiKeyId } = publication;
    if (this.#recorded.has(apiKeyId)) return;
    this.#recorded.add(apiKeyId);
    const forget = (): boolean => this.#recorded.delete(apiKeyId);
    setTimeout(forget, REMEMBERED_MILLISECONDS).unref();
    const writing = this.#write(publication).catch((error: unknown) => {
      forget();
      if (!isUnavailable(error)) log.error({ err: error }, 'the use of an API key was not recorded');
    });
    this.#underWay.add(writing);
    void writing.finally(() => this.#underWay.delete(writing));
  }

  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #write(publication: KnownApiKey): Promise<void> {
    const { database, clock } = this.#service;
    await new Promise((resolve) => setImmediate(resolve));
    await database.transaction((transaction) => recordApiKeyUse(publication, transaction, clock, publication.apiKeyId));
  }
}
