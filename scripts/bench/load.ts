// Defines loads, and the bench's side of the load process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Requests by autocannon. */
export interface HttpLoad {
  readonly kind: 'http';
  /** Origin of the server. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
  /** Makes the requests POSTs with this body, in which {n} becomes a new number each time. */
  readonly form?: string;
  /** Requests each path once, however long it takes. */
  readonly isOnceEach?: boolean;
}

/** A provider with signed-in readers, against which flows are run. */
export interface FlowTarget {
  /** Where it listens. */
  readonly url: string;
  /** The Host header, where it is not that of the URL. */
  readonly host: string;
  readonly authorizePath: string;
  readonly tokenPath: string;
  readonly userinfoPath: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** A Cookie header for each reader. */
  readonly cookies: readonly string[];
}

/** Sign-in flows: authorize with a session, token, userinfo. */
export interface FlowLoad {
  /** flow: whole ones, back to back. arrivals: whole ones begun at a fixed rate, late or not. token, userinfo: that endpoint alone. */
  readonly kind: 'flow' | 'arrivals' | 'token' | 'userinfo';
  readonly target: FlowTarget;
}

/** Calls of the data API begun at a fixed rate, late or not, while somebody else sends wrong keys. */
export interface CallLoad {
  readonly kind: 'calls';
  /** Origin of the server. */
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wrongKeysPerSecond: number;
}

export type Load = HttpLoad | FlowLoad | CallLoad;

export interface LoadOrder {
  readonly load: Load;
  readonly seconds: number;
}

export interface LoadResult {
  /** The number of successful answers, or of flows. */
  readonly done: number;
  readonly seconds: number;
  /** Milliseconds; for arrivals, from the time at which each was due. */
  readonly p99: number;
}

export interface LoadProcess {
  /** Throws when a request failed, since such a turn measures nothing. */
  run(load: Load, seconds: number): Promise<LoadResult>;
  stop(): void;
}

export function startLoadProcess(): LoadProcess {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)));
  const run = async (load: Load, seconds: number): Promise<LoadResult> => {
    const order: LoadOrder = { load, seconds };
    child.send(order);
    const [result]: (LoadResult | { error: string })[] = await once(child, 'message');
    if (result === undefined || 'error' in result) throw new Error(`${load.kind}: ${result?.error}`);
    return result;
  };
  return { run, stop: () => child.disconnect() };
}
