// `node scripts/bench-binding.ts`: what a request costs on a route of its own against openapi-backend's catch-all, in CPU time of the serving
// process and in requests a second. The same constant page on both; medians of the rounds. Figures: docs/performance.md.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import Fastify, { type FastifyInstance } from 'fastify';
import { OpenAPIBackend } from 'openapi-backend';
import { openContract } from '../src/http/contract.ts';
import { bindDataApi } from '../src/http/data-api.ts';
import type { DataApiHandlers } from '../src/http/operation.ts';

const WAYS = ['native', 'catch-all'] as const;
type Way = (typeof WAYS)[number];

const ROUNDS = 5;
const SECONDS = 3;
const PATHS = { list: '/2023-04-11/members?limit=10', cancel: '/2023-04-11/subscriptions/sub_1/cancel' } as const;
const member = {
  id: 'memb_01hv3k8m2q4r6s8t0v2w4x6y8z',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  newsletter_slugs: ['weekly'],
  plan_slug: 'supporter',
};
const page = { objects: Array.from({ length: 10 }, () => member), next_page: null };
const subscription = {
  id: 'sub_1',
  status: 'canceled',
  customer_id: 'cus_1',
  plan_id: 'plan_1',
  price_id: null,
  complimentary: true,
} as const;

const unmeasured = () => ({ status: 404, body: { error: { code: 'not_found', message: '' } } }) as const;
const handlers: DataApiHandlers<undefined> = {
  listMembers: () => ({ status: 200, body: page }),
  getMember: unmeasured,
  updateMember: unmeasured,
  eraseMember: unmeasured,
  listCustomers: unmeasured,
  createCustomer: unmeasured,
  getCustomer: unmeasured,
  updateCustomer: unmeasured,
  eraseCustomer: unmeasured,
  updateCustomerNewsletters: unmeasured,
  listSubscriptions: unmeasured,
  getSubscription: unmeasured,
  createSubscription: () => ({ status: 200, body: subscription }),
  cancelSubscription: () => ({ status: 200, body: subscription }),
  listPlans: unmeasured,
  getPlan: unmeasured,
  listPrices: unmeasured,
  getPrice: unmeasured,
  listOffers: unmeasured,
  getOffer: unmeasured,
  listNewsletters: unmeasured,
  getNewsletter: unmeasured,
  listEvents: unmeasured,
};

async function native(app: FastifyInstance): Promise<void> {
  await bindDataApi(app, {
    handlers,
    admit: () => undefined,
    fail: () => ({ status: 500, body: { error: { code: 'internal_error', message: '' } } }),
  });
}

async function catchAll(app: FastifyInstance): Promise<void> {
  const { definition } = await openContract();
  const contract = new OpenAPIBackend({ definition, quick: true, coerceTypes: true });
  contract.register({
    listMembers: () => page,
    cancelSubscription: () => subscription,
    notFound: () => undefined,
    validationFail: () => undefined,
  });
  contract.registerSecurityHandler('apiKey', () => true);
  await contract.init();
  app.all('*', async ({ method, url }, reply) =>
    reply.send(await contract.handleRequest({ method, path: url, headers: {} })),
  );
}

async function serve(way: Way): Promise<void> {
  const app = Fastify();
  await (way === 'native' ? native(app) : catchAll(app));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
  process.on('message', () => process.send?.(process.cpuUsage()));
}

interface Round {
  readonly requestsPerSecond: number;
  readonly cpuMicroseconds: number;
}

async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu');
  const [usage]: unknown[] = await once(server, 'message');
  return typeof usage === 'object' && usage !== null
    ? Object.values(usage).reduce<number>((sum, part) => sum + Number(part), 0)
    : 0;
}

async function measure(server: ChildProcess, port: number, path: string, method: 'GET' | 'POST'): Promise<Round> {
  const before = await cpuOf(server);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method,
    connections: 10,
    duration: SECONDS,
  });
  const spent = (await cpuOf(server)) - before;
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} answers were no success`);
  return { requestsPerSecond: result.requests.average, cpuMicroseconds: spent / result.requests.total };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function compare(
  name: keyof typeof PATHS,
  method: 'GET' | 'POST',
  servers: ReadonlyMap<Way, readonly [ChildProcess, number]>,
): Promise<void> {
  const rounds: Record<Way, Round[]> = { native: [], 'catch-all': [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, [server, port]] of servers) rounds[way].push(await measure(server, port, PATHS[name], method));
  }
  for (const way of WAYS) {
    const [rate, cpu] = [
      median(rounds[way].map((round) => round.requestsPerSecond)),
      median(rounds[way].map((round) => round.cpuMicroseconds)),
    ];
    process.stdout.write(`${name} ${way}: ${rate.toFixed(0)} requests/s, ${cpu.toFixed(1)} µs CPU a request\n`);
  }
}

async function main(): Promise<void> {
  const servers = new Map<Way, readonly [ChildProcess, number]>();
  for (const way of WAYS) {
    const server = fork(fileURLToPath(import.meta.url), [way]);
    const [port]: unknown[] = await once(server, 'message');
    servers.set(way, [server, Number(port)]);
  }
  await compare('list', 'GET', servers);
  await compare('cancel', 'POST', servers);
  for (const [server] of servers.values()) server.kill();
}

const way = WAYS.find((name) => name === process.argv[2]);
await (way === undefined ? main() : serve(way));
