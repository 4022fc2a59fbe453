// The service as the bench runs it: node as `npm run serve` calls it, LOG_LEVEL=warn, no limit of requests, which would measure itself.
import { startServerProcess, type ServerProcess } from '../../test/support/server-process.ts';

const SETTINGS = { LOG_LEVEL: 'warn', API_RATE_LIMIT: '0', NODE_COMPILE_CACHE: '.cache/node', MALLOC_ARENA_MAX: '2' };
const NODE_OPTIONS = ['--max-semi-space-size=4'];

/** @param options more of node's own */
export function startService(databaseUrl: string, options: readonly string[] = []): Promise<ServerProcess> {
  return startServerProcess({ ...SETTINGS, DATABASE_URL: databaseUrl }, [...NODE_OPTIONS, ...options, 'src/main.ts']);
}

export async function withService<T>(databaseUrl: string, work: (service: ServerProcess) => Promise<T>): Promise<T> {
  const service = await startService(databaseUrl);
  try {
    return await work(service);
  } finally {
    await service.end('SIGTERM');
  }
}
