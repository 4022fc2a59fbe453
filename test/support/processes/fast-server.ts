// A program: the service as src/main.ts starts it, with the fast clock of its environment.
import { readConfig } from '../../../src/config.ts';
import { startServer } from '../../../src/server.ts';
import { givenClock } from './fast-clock.ts';

await startServer(readConfig(process.env), givenClock());
