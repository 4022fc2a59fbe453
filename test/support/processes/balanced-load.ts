// A load of so many requests a second, reads and writes by turns, on several processes as behind a load balancer: who is not ready gets none.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { basic } from '../publications/publication.ts';

const CHECK_MILLISECONDS = 100;
const TICK_MILLISECONDS = 10;
const PATIENCE_MILLISECONDS = 20_000;

export interface LoadResult {
  readonly requests: number;
  readonly faults: readonly string[];
  /** The ids of the people that it made. */
  readonly acknowledged: readonly string[];
  /** The longest that a write took. */
  readonly longestWrite: number;
}

export class BalancedLoad {
  readonly #agent = new Agent({ connections: 50 });
  readonly #apiKey: string;
  readonly #perSecond: number;
  readonly #isReady = new Map<string, boolean>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #faults: string[] = [];
  readonly #acknowledged: string[] = [];
  readonly #ends: Promise<unknown>;
  #isOn = true;
  #sent = 0;
  #longestWrite = 0;

  constructor(url: string, apiKey: string, perSecond: number) {
    this.#apiKey = apiKey;
    this.#perSecond = perSecond;
    this.#isReady.set(local(url), true);
    this.#ends = Promise.all([this.#run(), this.#check()]);
  }

  add(url: string): void {
    this.#isReady.set(local(url), true);
  }

  async end(): Promise<LoadResult> {
    this.#isOn = false;
    await this.#ends;
    await Promise.all(this.#underWay);
    await this.#agent.destroy();
    const [faults, acknowledged, longestWrite] = [this.#faults, this.#acknowledged, this.#longestWrite];
    return { requests: this.#sent, faults, acknowledged, longestWrite };
  }

  async #run(): Promise<void> {
    const startedAt = performance.now();
    while (this.#isOn) {
      const due = ((performance.now() - startedAt) / 1000) * this.#perSecond;
      const targets = [...this.#isReady].filter(([, isReady]) => isReady).map(([url]) => url);
      while (this.#sent < due) this.#send(targets[this.#sent % targets.length] ?? '');
      await sleep(TICK_MILLISECONDS);
    }
  }

  async #check(): Promise<void> {
    while (this.#isOn) {
      for (const url of this.#isReady.keys())
        this.#isReady.set(
          url,
          await fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        );
      await sleep(CHECK_MILLISECONDS);
    }
  }

  #send(url: string): void {
    const number = (this.#sent += 1);
    const work = this.#request(url, number).catch((error: unknown) => void this.#faults.push(`${number}: ${error}`));
    const done = work.finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  async #request(origin: string, number: number): Promise<void> {
    const isWrite = number % 2 === 0;
    const email = `reader${number}@example.test`;
    const startedAt = performance.now();
    const { statusCode, body } = await this.#agent.request({
      origin,
      path: isWrite ? '/2023-04-11/customers' : '/2023-04-11/members?limit=10',
      method: isWrite ? 'POST' : 'GET',
      headers: {
        authorization: basic(this.#apiKey),
        ...(isWrite && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: isWrite ? new URLSearchParams({ email }).toString() : null,
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const content = Object(await body.json());
    if (statusCode !== 200) this.#faults.push(`${number}: ${statusCode} ${JSON.stringify(content)}`);
    if (!isWrite) return;
    this.#longestWrite = Math.max(this.#longestWrite, performance.now() - startedAt);
    this.#acknowledged.push(content['id']);
  }
}

const local = (url: string): string => url.replace('localhost', '127.0.0.1');
