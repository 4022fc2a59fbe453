// What each language's client does against the live service, on both databases. The program is given the settings as JSON on standard input and
// prints what it saw as one JSON object; here that is held against what the service promises.
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, readDataApi } from '../../scripts/generate/data-api.ts';
import { className } from '../../scripts/sdk/words.ts';
import { DIALECTS, MEMBERS, setStage, type Settings, type Stage } from './stage.ts';

/** How a program is started. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a program prints. Each error is [its type in the language, status, code, whether it has a request id]. */
interface Seen {
  readonly members: readonly string[];
  readonly by_email: Readonly<Record<string, unknown>>;
  readonly by_code: Readonly<Record<string, unknown>>;
  readonly paid: Readonly<Record<string, unknown>>;
  readonly complimentary: Readonly<Record<string, unknown>>;
  readonly canceled: readonly Readonly<Record<string, unknown>>[];
  readonly errors: Readonly<Record<string, readonly [string, number, string, boolean]>>;
}

const CODES = errorCodes(readDataApi(new URL('../../openapi.yaml', import.meta.url).pathname));
/** The statuses of decisions 5. */
const STATUSES: Readonly<Record<string, number>> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  revoked_api_key: 401,
  invalid_param: 400,
  invalid_api_version: 400,
  not_found: 404,
  method_not_allowed: 405,
  request_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 409,
  rate_limited: 429,
  https_required: 403,
  cross_site_request: 403,
  read_only_api_key: 403,
  internal_error: 500,
  service_unavailable: 503,
};
const TIMEOUT_MILLISECONDS = 60_000;

/** The tests of one language. @param typeOf what the language calls the error of a code. */
export function describeWalk(
  language: string,
  program: () => Program,
  typeOf: (code: string) => string = className,
): void {
  describe.each(DIALECTS)(`the ${language} client on %s`, (dialect) => {
    let stage: Stage;
    let seen: Seen;
    beforeAll(async () => {
      stage = await setStage(dialect);
      seen = await run(program(), stage.settings);
    });
    afterAll(() => stage?.close());

    test('lists all members across pages, newest first', () => {
      expect(seen.members).toEqual(
        Array.from({ length: MEMBERS }, (_, index) => `member${MEMBERS - index}@example.org`),
      );
    });

    test('creates a customer by e-mail address; the form carries any character', () => {
      expect(seen.by_email).toMatchObject({
        id: expect.stringMatching(/^cus_/),
        email: 'ada+100%@example.org',
        name: 'Åsa Öberg & Söhne = 雑誌',
        plan_slug: null,
      });
    });

    test('creates a customer by activation code', () => {
      expect(seen.by_code).toMatchObject({ email: null, activation_url: expect.stringContaining('/activate/') });
    });

    test('creates a paid subscription, and a complimentary one with no price', () => {
      const { plan_id, price_id } = stage.settings;
      expect(seen.paid).toMatchObject({
        status: 'active',
        customer_id: seen.by_email['id'],
        plan_id,
        price_id,
        complimentary: false,
      });
      expect(seen.complimentary).toMatchObject({
        status: 'active',
        customer_id: seen.by_code['id'],
        plan_id,
        price_id: null,
        complimentary: true,
      });
    });

    test('cancels twice, with one effect', () => {
      const canceled = { ...seen.paid, status: 'canceled' };
      expect(seen.canceled).toMatchObject([canceled, canceled]);
    });

    test.each(CODES)('meets %s as its typed error', (code) => {
      expect(seen.errors[code]).toEqual([typeOf(code), STATUSES[code], code, true]);
    });

    test('the contract has no code that was not met', () => {
      expect(Object.keys(seen.errors).toSorted()).toEqual([...CODES].toSorted());
    });
  });
}

function run({ command, args, env = {} }: Program, settings: Settings): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { timeout: TIMEOUT_MILLISECONDS, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(stdout));
        else
          reject(
            new Error(`${command} failed; node scripts/setup.mjs --tests installs what it needs\n${stdout}${stderr}`, {
              cause: error,
            }),
          );
      },
    );
    child.stdin?.on('error', () => undefined).end(JSON.stringify(settings));
  });
}
