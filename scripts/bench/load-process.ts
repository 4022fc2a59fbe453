// The process that makes the load, by autocannon: one load after the other, as the bench orders them over the channel to its parent.
import autocannon, { type Client, type Options, type Request } from 'autocannon';
import type { Load, LoadResult } from './load.ts';

const CONNECTIONS = 32;
/** Bounds how much longer than asked for a load may last. */
const LOOK_MILLISECONDS = 20;

/** Never begins anew, so that no two requests of a bench carry the same number. */
let sent = 0;

/** A GET is written in advance, each connection with paths of its own; a POST differs each time. */
function requestsOf({ paths, form }: Load): Pick<Options, 'requests' | 'setupClient'> {
  if (form === undefined) {
    let connection = 0;
    const own = (): Request[] =>
      paths
        .filter((_, index) => index % CONNECTIONS === connection % Math.min(CONNECTIONS, paths.length))
        .map((path) => ({ path }));
    return {
      setupClient: (client: Client) => {
        client.setRequests(own());
        connection += 1;
      },
    };
  }
  let next = 0;
  const setupRequest = (request: Request): Request => {
    sent += 1;
    next += 1;
    return { ...request, path: paths[(next - 1) % paths.length] ?? '/', body: form.replace('{n}', String(sent)) };
  };
  return { requests: [{ setupRequest }] };
}

async function run(load: Load): Promise<LoadResult> {
  const options: Options = {
    url: load.url,
    method: load.form === undefined ? 'GET' : 'POST',
    headers: load.headers,
    connections: CONNECTIONS,
    sampleInt: LOOK_MILLISECONDS,
    ...(load.isOnceEach ? { amount: load.paths.length } : { duration: load.seconds }),
    ...requestsOf(load),
  };
  const running = autocannon(options);
  let startedAt = performance.now();
  running.once('start', () => (startedAt = performance.now()));
  const result = await running;
  const seconds = (performance.now() - startedAt) / 1000;
  return { answers: result['2xx'], failures: result.non2xx + result.errors, seconds, p99: result.latency.p99 };
}

process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
