// generated/ is what openapi.yaml says today, the same patterns validate in the contract and in the models, and the contract passes its lint.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { currentContract } from '../../scripts/contract-changes.ts';
import { generatedFiles, staleFiles } from '../../scripts/generate.ts';
import { readContract } from '../../scripts/generate/contract.ts';
import { asObject, type JsonObject } from '../../scripts/generate/json.ts';
import { openContract } from '../../src/http/contract.ts';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, NAME_MAX_LENGTH } from '../../src/models/email-address.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

describe('generated/', () => {
  it('is what the contract says', async () => {
    expect(await staleFiles()).toEqual([]);
  });

  it('holds no file that the generator does not write', async () => {
    expect(readdirSync(`${PROJECT}generated`).toSorted()).toEqual(Object.keys(await generatedFiles()).toSorted());
  });

  it('is the same whenever it is written', async () => {
    expect(await generatedFiles()).toEqual(await generatedFiles());
  });
});

describe('openapi.yaml', () => {
  it('passes its lint', async () => {
    const options = {
      cwd: PROJECT,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    };
    const lint = run(
      process.execPath,
      ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.yaml', '--config=.redocly.yaml', '--format=stylish'],
      options,
    );
    await expect(lint).resolves.toBeDefined();
  });

  it('validates e-mail addresses and names as the models do', async () => {
    const { definition } = await openContract();
    expect(definition.components?.schemas?.['EmailAddress']).toMatchObject({
      'x-pattern': EMAIL_PATTERN,
      maxLength: EMAIL_MAX_LENGTH,
    });
    expect(definition.components?.schemas?.['PersonName']).toMatchObject({ maxLength: NAME_MAX_LENGTH });
  });

  it('says nothing that generators of clients misread', () => {
    const misread = Object.entries({
      'a pattern with an escape of JavaScript alone': /"pattern":"[^"]*\\\\[ux]/,
      'rules between parameters as alternatives': /"(allOf|anyOf|oneOf|not)":/,
      'a link with a body, which has to be a text': /"requestBody":\{"\w+":"\$response/,
    });
    const published = JSON.stringify(currentContract(), (name, value: unknown) =>
      name.startsWith('x-') ? undefined : value,
    );
    expect(misread.filter(([, sign]) => sign.test(published)).map(([what]) => what)).toEqual([]);
  });

  it('has no request value that may be null, as a form cannot say null', () => {
    const { operations, resolve } = readContract(`${PROJECT}openapi.yaml`);
    const sent = operations.flatMap(({ parts }) => Object.values(parts).map((part) => JSON.stringify(resolve(part))));
    expect(sent.length).toBeGreaterThan(30);
    expect(sent.filter((part) => part.includes('nullable'))).toEqual([]);
  });

  it('bounds every text of a request by a length, a list of values or a pattern', () => {
    const { operations, resolve } = readContract(`${PROJECT}openapi.yaml`);
    const unbounded = operations.flatMap(({ operationId, parts }) =>
      Object.values(parts).flatMap((part) =>
        Object.entries(asObject(resolve(part)['properties'])).flatMap(([name, schema]) => {
          const { type, maxLength, enum: values, pattern, format } = asObject(schema);
          const isBounded = [maxLength, values, pattern, format].some((word) => word !== undefined);
          return type === 'string' && !isBounded ? [`${operationId} ${name}`] : [];
        }),
      ),
    );
    expect(unbounded).toEqual([]);
  });

  it('says the format of every time and amount', () => {
    const formats = ({ schemas }: JsonObject, name: string, property: string): unknown =>
      asObject(asObject(asObject(asObject(schemas)[name])['properties'])[property])['format'];
    const components = asObject(currentContract()['components']);
    expect(formats(components, 'Event', 'timestamp')).toBe('date-time');
    expect(formats(components, 'Price', 'amount')).toBe('int64');
    expect(formats(components, 'TokenResponse', 'created_at')).toBe('int64');
    const times = Object.values(asObject(components['parameters'])).filter((parameter) =>
      String(asObject(parameter)['name']).startsWith('created_'),
    );
    expect(times).toHaveLength(3);
    for (const time of times) expect(asObject(time)['schema']).toEqual({ $ref: '#/components/schemas/Time' });
  });

  it('documents RateLimit headers on every answer to a request that was counted', async () => {
    const operations = (await openContract()).getOperations().filter(({ tags }) => tags?.includes('data-api'));
    // Refused before the key is known, or before it is counted.
    const uncounted = new Set(['401', '403', '405']);
    for (const { operationId, responses } of operations) {
      const counted = Object.entries(responses ?? {}).filter(([status]) => !uncounted.has(status));
      for (const [status, response] of counted)
        for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'])
          expect({ operationId, status, ...response }).toHaveProperty(['headers', name]);
    }
  });

  it('gives every data API failure the error object and every data API answer a Request-Id', async () => {
    const operations = (await openContract()).getOperations().filter(({ tags }) => tags?.includes('data-api'));
    const error = (await openContract()).definition.components?.schemas?.['Error'];
    for (const { operationId, responses } of operations) {
      const { 200: success, ...failures } = responses ?? {};
      for (const response of Object.values({ success, ...failures }))
        expect({ operationId, ...response }).toHaveProperty(['headers', 'Request-Id', 'required'], true);
      for (const response of Object.values(failures))
        expect({ operationId, ...response }).toHaveProperty(['content', 'application/json', 'schema'], error);
    }
  });
});
