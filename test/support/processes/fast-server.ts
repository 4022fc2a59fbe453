// A program: the service as src/main.ts starts it, by the fast clock that its environment names.
import { readConfig } from '../../../src/config.ts';
import { startServer } from '../../../src/server.ts';
import { givenClock } from './fast-clock.ts';

await startServer(readConfig(process.env), givenClock());
