// What the benches use of autocannon, which ships no types.
declare module 'autocannon' {
  export interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly connections?: number;
    /** Seconds. */
    readonly duration?: number;
    readonly amount?: number;
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

  export default function autocannon(options: Options): Promise<Result>;
}
