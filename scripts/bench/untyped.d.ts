// Types for the bench of autocannon and oidc-provider, which ship none.
declare module 'autocannon' {
  export interface Request {
    readonly path?: string;
    readonly body?: string;
    /** Called for each request that is sent. */
    readonly setupRequest?: (request: Request) => Request;
  }

  /** One connection. */
  export interface Client {
    setRequests(requests: Request[]): void;
  }

  export interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly connections?: number;
    /** Seconds. */
    readonly duration?: number;
    /** How many requests to make in all, instead of for how long. */
    readonly amount?: number;
    /** Milliseconds between checks for the end. */
    readonly sampleInt?: number;
    readonly requests?: Request[];
    readonly setupClient?: (client: Client) => void;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
    readonly '2xx': number;
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly average: number; readonly p50: number; readonly p99: number; readonly max: number };
  }

  export interface Run extends Promise<Result> {
    /** The connections were asked for; making their requests took place before. */
    once(event: 'start', listener: () => void): void;
  }

  export default function autocannon(options: Options): Run;
}

declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Context {
    path: string;
    body: unknown;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): RequestListener;
    on(event: string, listener: (context: unknown, error: Error) => void): void;
  }
}
