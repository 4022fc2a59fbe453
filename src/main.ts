// The entry point of the service: checks the version of Node, enables the compile cache, then starts the server.
import './node-version.ts';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiling sources is a third of a cold start. Where the folder cannot be written, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
const { runServer } = await import('./server.ts');
await runServer();
flushCompileCache();
