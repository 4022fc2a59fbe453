// Liveness and readiness, on every host and without authentication. /healthz: the process runs. /readyz: its database
// answers and it is not stopping.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connection.ts';

const READY_TIMEOUT_MILLISECONDS = 3000;
/** Load balancers and service managers ask from beside the process. */
const OVER_PLAIN_HTTP = { config: { isPlainHttpAnswered: true, isNeverQueued: true } };

/** @param stopping aborted when the shutdown begins */
export function registerHealth(app: FastifyInstance, database: Database, stopping: AbortSignal): void {
  app.get('/healthz', OVER_PLAIN_HTTP, async () => ({ status: 'ok' }));
  app.get('/readyz', OVER_PLAIN_HTTP, async (_request, reply) => {
    const isReady = !stopping.aborted && (await answersInTime(database));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
  });
}

async function answersInTime(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_TIMEOUT_MILLISECONDS);
  });
  const answered = database.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
