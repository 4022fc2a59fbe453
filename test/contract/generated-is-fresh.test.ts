// generated/ is what openapi.yaml says today, the same patterns validate in the contract and in the models, and the contract passes its lint.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { generatedFiles, staleFiles } from '../../scripts/generate.ts';
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
      pattern: EMAIL_PATTERN,
      maxLength: EMAIL_MAX_LENGTH,
    });
    expect(definition.components?.schemas?.['PersonName']).toMatchObject({ maxLength: NAME_MAX_LENGTH });
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
