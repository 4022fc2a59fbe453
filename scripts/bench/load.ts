// What a load is, and the process that makes it as the bench sees it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Load {
  /** Origin of the server. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
  /** Makes it POSTs with this body, in which {n} becomes another number each time. */
  readonly form?: string;
  readonly seconds: number;
  /** Each path once, however long it takes. */
  readonly isOnceEach?: boolean;
}

export interface LoadResult {
  /** Of status 2xx. */
  readonly answers: number;
  readonly failures: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p99: number;
}

export interface LoadProcess {
  /** Throws when a request was not answered by success: such a round measures nothing. */
  run(load: Load): Promise<LoadResult>;
  stop(): void;
}

export function startLoadProcess(): LoadProcess {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)));
  const run = async (load: Load): Promise<LoadResult> => {
    child.send(load);
    const [result]: LoadResult[] = await once(child, 'message');
    if (result === undefined || result.failures > 0 || result.answers === 0) {
      throw new Error(
        `${load.url}${load.paths[0]}: ${result?.failures} of ${(result?.answers ?? 0) + (result?.failures ?? 0)} requests failed`,
      );
    }
    return result;
  };
  return { run, stop: () => child.disconnect() };
}
