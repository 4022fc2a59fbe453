// `npm run -s citus -- print|distribute|check`: the schema on a Citus cluster (docs/scaling.md). The cluster's coordinator is DATABASE_URL.
// `print` writes the statements that `distribute` would run; it needs no Citus. `check` runs every statement of the sources on an empty cluster.
import '../src/node-version.ts';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sourceStatements } from '../test/structure/source-statements.ts';
import { checkStatements } from './citus/check.ts';
import { CannotDistribute, distribute, statementsFor } from './citus/distribute.ts';
import { faultsOf, REPLACED } from './citus/places.ts';
import { readSchema } from './citus/schema.ts';

const USAGE = 'npm run -s citus -- print|distribute|check, with DATABASE_URL=postgres://…';

async function print(client: pg.Client): Promise<boolean> {
  const schema = await readSchema(client);
  const faults = faultsOf(schema);
  console.log(
    statementsFor(schema)
      .map((text) => `${text};`)
      .join('\n'),
  );
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

async function distributeSchema(client: pg.Client): Promise<boolean> {
  const { publication, bucket, reference, local } = await distribute(client);
  console.log(
    `distributed: ${publication} tables by publication, ${bucket} by bucket, ${reference} on every node, ${local} on the coordinator`,
  );
  for (const { lost } of REPLACED) console.log(`no longer held: ${lost}`);
  return true;
}

async function check(client: pg.Client): Promise<boolean> {
  const { accepted, refused } = await checkStatements(client, sourceStatements);
  for (const { name, message } of refused) console.log(`refused: ${name}: ${message}`);
  console.log(`statements: ${accepted} accepted, ${refused.length} refused`);
  return refused.length === 0;
}

const COMMANDS: Readonly<Record<string, (client: pg.Client) => Promise<boolean>>> = {
  print,
  distribute: distributeSchema,
  check,
};

async function main(): Promise<boolean> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const command = COMMANDS[positionals[0] ?? ''];
  const url = process.env['DATABASE_URL'];
  if (command === undefined || positionals.length > 1 || url === undefined || !/^postgres(ql)?:/.test(url)) {
    console.error(USAGE);
    return false;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await command(client);
  } finally {
    await client.end();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof CannotDistribute)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
