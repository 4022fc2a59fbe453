// A statement that takes long is a line of the log, with the request for which it ran and without any value.
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import { statement } from '../../src/database/statement.ts';
import { startServer } from '../../src/server.ts';
import { logSlowStatements } from '../../src/watching/slow-statements.ts';
import { newMigratedDatabase, testDialect } from '../support/databases/database.ts';
import { basic, givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

interface Line {
  readonly level: number;
  readonly reqId?: string;
  readonly statement: string;
  readonly ms: number;
  readonly msg: string;
}

/** A service that logs each statement from `milliseconds` on, as one that was started with the setting. */
async function givenLog(milliseconds: number) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  onTestFinished(logSlowStatements(log, milliseconds));
  const app = await createApp(service(), log);
  onTestFinished(() => app.close());
  return { app, lines, read: () => lines.map((line): Line => JSON.parse(line)) };
}

test('each line names its own request, through bodies and commits that several share, and no value', async () => {
  const { apiKey } = await givenPublication(service());
  const { app, lines, read } = await givenLog(0);
  const emails = ['canary.kate', 'canary.kim', 'canary.kit'].map((name) => `${name}@example.org`);
  const answers = await Promise.all(
    emails.map((email) =>
      app.inject({
        method: 'POST',
        url: '/2023-04-11/customers',
        headers: { authorization: basic(apiKey), 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ email }).toString(),
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  for (const { headers } of answers) {
    const own = read().filter(({ reqId }) => reqId === headers['request-id']);
    expect(own.map((line) => line.statement)).toContainEqual(expect.stringMatching(/insert_customer$/));
    for (const line of own)
      expect(line).toMatchObject({ level: 40, ms: expect.any(Number), msg: 'a statement was slow' });
  }
  // Each has a trace of what was asked for, and none of what was given.
  expect(lines.join('')).not.toMatch(/canary|example\.org/);
  expect(lines.join('')).not.toContain(apiKey);
});

test('what a builder made is a line as well, by its text with placeholders; what is fast is none', async () => {
  const slow = await givenLog(0);
  await service().database.knex('publications').where({ name: 'canary of a name' }).select('id');
  await expect(service().database.knex('no_such_table').select('id')).rejects.toThrow('no_such_table');
  await service().database.transaction(async () => undefined);
  const texts = slow.read().map((line) => line.statement);
  expect(texts).toEqual([
    expect.stringMatching(/^select .?id.? from .?publications.? where .?name.? = (?:\?|\$1)$/),
    expect.stringMatching(/no_such_table/),
    'commit',
  ]);
});

test('a statement is slow from SLOW_STATEMENT_MILLISECONDS on, and none is where it is 0', async () => {
  const { url, remove } = await newMigratedDatabase(testDialect);
  onTestFinished(remove);
  const counting = statement<{ count: number }>(
    'test_slow_count',
    'with recursive n (i) as (select 1 union all select i + 1 from n where i < 300000) select cast(count(*) as integer) as count from n',
  );
  const slowOnes = async (setting: string): Promise<string[]> => {
    const lines: string[] = [];
    const config = readConfig({
      ENVIRONMENT: 'test',
      PORT: '0',
      API_URL: 'http://localhost:4000',
      DATABASE_URL: url,
      SLOW_STATEMENT_MILLISECONDS: setting,
    });
    const server = await startServer(config, systemClock, pino({}, { write: (line) => void lines.push(line) }));
    try {
      await server.service.database.first(counting, []);
    } finally {
      await server.close();
    }
    return lines.map((line): Line => JSON.parse(line)).flatMap((line) => line.statement ?? []);
  };
  expect(await slowOnes('1')).toContain('test_slow_count');
  expect(await slowOnes('0')).toEqual([]);
  expect(await slowOnes('60000')).toEqual([]);
});
