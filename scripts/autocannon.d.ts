// What the benches use of autocannon, which ships no types.
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
    /** Milliseconds between looks at whether the end is reached. */
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
