// The service as a later version: it brings the database to a schema that this version does not know, and serves.
import { readConfig } from '../../../src/config.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { MIGRATIONS } from '../../../src/database/migrations/list.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { runServer } from '../../../src/server.ts';
import { CONTRACTING, EXPANDING } from '../releases/later-migrations.ts';

const { databaseUrl } = readConfig(process.env);
const isLast = process.argv.includes('--contract');
const migrations = [...MIGRATIONS, ...EXPANDING, ...(isLast ? [CONTRACTING] : [])];
const database = openDatabase(databaseUrl);
await migrate(database, 'test', { version: isLast ? '9.2.0' : '9.1.0', migrations });
await database.close();
await runServer();
