// The process: what has to be settled before the rest is loaded, and then the server.
import './node-version.ts';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A third of a start went into compiling sources, so what was compiled is kept for the next one; where the folder cannot be written, nothing is.
enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
const { runServer } = await import('./server.ts');
await runServer();
flushCompileCache();
