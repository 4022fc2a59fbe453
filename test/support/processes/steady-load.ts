// A steady load of publishers' programs on one server: reads and writes without a pause, on kept connections and on new ones, until it accepts no
// more connections.
import { Agent, type Dispatcher } from 'undici';
import type { Acknowledged } from '../databases/ledger.ts';
import { basic } from '../publications/publication.ts';

const PROGRAMS_OF_EACH_KIND = 3;
const PATIENCE_MILLISECONDS = 20_000;
const KINDS = ['keep-alive', 'close'].flatMap((connection) => ['read', 'write'].map((work) => ({ connection, work })));

export interface SteadyLoad {
  /** The number of answers to each program. */
  readonly answers: () => readonly number[];
  readonly acknowledged: Acknowledged[];
  /** From now on the server may be gone. */
  expectEnd(): void;
  /** Resolves once no program reaches the server, with all faults until then. */
  readonly faults: Promise<string[]>;
}

interface Program {
  readonly url: string;
  readonly apiKey: string;
  readonly name: string;
  readonly connection: string;
  readonly work: string;
  answers: number;
}

/**
 * Every request that was sent has to be answered in full. A request to a server that does not listen, which is allowed during a shutdown, counts as
 * not sent. The last answer on a connection has to say so.
 */
export function startLoad(serverUrl: string, apiKey: string, name: string): SteadyLoad {
  const url = serverUrl.replace('localhost', '127.0.0.1');
  const programs = Array.from({ length: PROGRAMS_OF_EACH_KIND }, (_, place) =>
    KINDS.map((kind) => ({ url, apiKey, name: `${name}-${place}`, ...kind, answers: 0 })),
  ).flat();
  const acknowledged: Acknowledged[] = [];
  let mayEnd = false;
  const faults = Promise.all(programs.map((program) => run(program, acknowledged, () => mayEnd)));
  return {
    answers: () => programs.map(({ answers }) => answers),
    acknowledged,
    expectEnd: () => void (mayEnd = true),
    faults: faults.then((all) => all.flat()),
  };
}

async function run(program: Program, acknowledged: Acknowledged[], mayEnd: () => boolean): Promise<string[]> {
  const who = `${program.name} ${program.connection} ${program.work}`;
  const agent = new Agent({ connections: 1, pipelining: 1 });
  let isLast = false;
  try {
    for (;;) {
      const email = `${program.name}-${program.connection}-${program.answers}@example.test`;
      const { statusCode, headers, body } = await send(program, agent, email);
      const content = Object(await body.json());
      if (statusCode !== 200) return [`${who}: ${statusCode}`];
      if (program.work === 'write') acknowledged.push({ kind: 'customer', id: content['id'], email });
      isLast = headers['connection'] === 'close';
      program.answers += 1;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    if (!mayEnd() || code !== 'ECONNREFUSED') return [`${who}: ${code}`];
    return isLast ? [] : [`${who}: the last answer did not say Connection: close`];
  } finally {
    await agent.destroy();
  }
}

function send(
  { url, apiKey, connection, work }: Program,
  dispatcher: Agent,
  email: string,
): Promise<Dispatcher.ResponseData> {
  const isWrite = work === 'write';
  return dispatcher.request({
    origin: url,
    path: isWrite ? '/2023-04-11/customers' : '/2023-04-11/members?limit=10',
    method: isWrite ? 'POST' : 'GET',
    headers: { authorization: basic(apiKey), ...(isWrite && { 'content-type': 'application/x-www-form-urlencoded' }) },
    body: isWrite ? new URLSearchParams({ email }).toString() : null,
    reset: connection === 'close',
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
}
