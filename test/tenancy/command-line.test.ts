// A command for one publication neither changes nor shows anything of another that has the same slugs, codes and addresses. Every command of the
// program has a row, or this fails.
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { switchFigureMail } from '../../src/models/figures/figure-mail.ts';
import { foldFigures } from '../../src/models/figures/fold.ts';
import { requestExport } from '../../src/models/lifecycle/kept-export.ts';
import { keepUpload } from '../../src/models/lifecycle/upload.ts';
import { addMoves } from '../../src/models/money/price-change-move.ts';
import { createPriceChange } from '../../src/models/money/price-change.ts';
import { claimReconciliation, endReconciliation } from '../../src/models/money/reconciliation.ts';
import { logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { recordTurn } from '../../src/models/outbox/turn.ts';
import { addNote } from '../../src/models/people/note.ts';
import { addContinueHost } from '../../src/models/publication/continue-host.ts';
import { setMailWords } from '../../src/models/publication/mail-words.ts';
import { setBuyer } from '../../src/models/tax/buyer.ts';
import { changeSeller } from '../../src/models/tax/seller.ts';
import { setRate } from '../../src/models/tax/tax-rate.ts';
import { makeNextExport } from '../../src/moving/export-job.ts';
import { CommandLine, type CommandOutcome } from '../support/processes/command-line.ts';
import { useService } from '../support/service/service.ts';
import { PLATFORM_KEY, StripeStandIn, WEBHOOK_SECRET } from '../support/stripe/stand-in.ts';
import { COMMAND_ROWS, STRIPE_ACCOUNT, THEIRS, type CommandRow } from './command-line.ts';
import { idsIn, ownedTables, rowsOf, tracesIn, type OwnedRows } from './rows.ts';
import { connectToStripe, first, givenWorld, tracesOfWorld, type World } from './world.ts';

const service = useService();
let stripe: StripeStandIn;
let masthead: CommandLine;
let a: World;
let b: World;
let traces: readonly string[];
let emptyTables: readonly string[];

beforeAll(async () => {
  stripe = await StripeStandIn.listen({ now: () => new Date() });
  for (const account of [STRIPE_ACCOUNT, 'acct_canary7391']) stripe.open(account);
  const settings = {
    DATABASE_URL: service().config.databaseUrl,
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
    // Nothing answers there, so that no test asks the network.
    DNS_SERVERS: '127.0.0.1:9',
  };
  masthead = new CommandLine(settings);
  [b, a] = [await givenWorld(service(), 'canary7391', THEIRS), await givenWorld(service(), 'canary5512', 'only-ours')];
  await addToTheirs(b);
  traces = await tracesOfWorld(b, a);
  const rows = await stateOf(b);
  emptyTables = (await ownedTables(service().database)).filter((table) => rows.get(table)?.length === 0);
  // Whoever reads the log first brings into it what happened in all publications.
  await logPendingEvents(service().database, service().clock);
});
afterAll(() => stripe.close());

/** What B has and A has not. */
async function addToTheirs(world: World): Promise<void> {
  const { publication, api } = world.paid;
  const { database, clock } = service();
  await connectToStripe(world);
  for (const customer of [
    { email: 'known-to-b@example.org' },
    { email: 'm3@example.test' },
    { activation_code: `${THEIRS}-code` },
  ])
    expect((await api.post('/customers', customer)).statusCode).toBe(200);
  await database.transaction(async (transaction) => {
    await claimReconciliation(publication, transaction, clock, '2999-12-31');
    await endReconciliation(publication, transaction, clock, {
      night: '2999-12-31',
      compared: 1,
      found: JSON.stringify({ lines: [], notOurs: [world.mark] }),
    });
  });
  await database.transaction(async (transaction) => {
    const terms = { planId: world.paid.plan.id, currency: 'EUR', interval: 'year' };
    const from = await createPrice(publication, transaction, clock, { ...terms, amount: 7000 });
    const to = await createPrice(publication, transaction, clock, { ...terms, amount: 7100 });
    const dueAt = Date.parse('2999-12-31');
    const change = { fromPriceId: from.id, toPriceId: to.id, startsAt: dueAt };
    const changeId = await createPriceChange(publication, transaction, clock, change);
    const { id: billingId } = await first(world.paid, 'billings');
    await addMoves(publication, transaction, clock.now(), [{ changeId, billingId, dueAt }]);
  });
  const about = await first(world.paid, 'customers');
  await database.transaction((transaction) =>
    addNote(publication, transaction, clock, {
      customerId: about.id,
      author: { id: null, name: world.mark },
      text: world.mark,
    }),
  );
  await api.post(`/customers/${(await first(world.paid, 'customers', { email: 'known-to-b@example.org' })).id}/erase`);
  await database.transaction((transaction) => requestExport(publication, transaction, clock, 'Ada'));
  while (await makeNextExport(service(), () => false));
  const [{ staffId } = { staffId: '' }] = await database.knex('staff_roles').where({ publicationId: publication.id });
  const mail = { staffId, isOn: true, gateway: 'sandbox', now: clock.now().getTime() };
  await database.transaction((transaction) => switchFigureMail(publication, transaction, mail));
  await foldFigures(database, publication);
  const begun = { publicationId: publication.id, digest: world.mark, shift: '0', kind: 'end', line: 0, startedAt: 0 };
  await database.transaction(({ knex }) => knex('export_imports').insert(begun));
  const content = Readable.from([Buffer.from(world.mark)]);
  const { id: uploadId } = await keepUpload(service(), publication, content);
  // Not asked for: the publication is not empty.
  const restore = { uploadId, state: 'checking', requestedBy: world.mark, faults: '[]', programs: '[]' };
  const times = { createdAt: 0, leasedUntil: 0, claims: 0, failures: 0, records: 0, total: 0 };
  await database.transaction(({ knex }) =>
    knex('restores').insert({ publicationId: publication.id, ...restore, ...times }),
  );
  // Those before were mailed.
  await database.transaction((transaction) =>
    recordTurn(publication, transaction, clock, { customerId: about.id, turn: 'ended', facts: { reason: world.mark } }),
  );
  const words = { mail: 'paid', language: 'en', opening: world.mark };
  await database.transaction((transaction) => setMailWords(publication, transaction, words));
  await database.transaction(async (transaction) => {
    await changeSeller(publication, transaction, { name: `Seller ${world.mark}` });
    for (const country of ['DE', 'FR'])
      await setRate(publication, transaction, { country, productKind: 'print', percent: '3.99' });
    await setBuyer(publication, transaction, world.payerId, { company: world.mark, vatNumber: '', country: 'FR' });
  });
  for (const host of [THEIRS, `${THEIRS}-too`, world.mark])
    await database.transaction((transaction) =>
      addContinueHost(publication, transaction, clock, { host: `${host}.example.org` }),
    );
}

const stateOf = ({ paid }: World): Promise<OwnedRows> => rowsOf(service().database, paid.publication.id);

/** A name of the same form that never was. */
const neverWas = (real: string): string => `${real.slice(0, -6)}zzzzzz`;

async function run(
  command: string,
  { args, answer }: CommandRow,
  name: (real: string) => string,
): Promise<CommandOutcome> {
  const about = answer === 'deployment' ? [] : ['--publication', a.paid.publication.id];
  return masthead.run(...command.split(' '), ...(await args(a, b, name)), ...about, '--json');
}

/** What was answered, whatever the names that it was asked about. */
function withoutNames({ exitCode, stdout, stderr }: CommandOutcome, names: readonly string[]): string {
  return names.reduce((text, name) => text.replaceAll(name, 'NAME'), `${exitCode} ${stdout}${stderr}`);
}

function commandsOf(command: Command, path = ''): string[] {
  return command.commands.length === 0
    ? [path]
    : command.commands.flatMap((inner) => commandsOf(inner, `${path} ${inner.name()}`.trim()));
}

it('every command has a row', async () => {
  const commands = commandsOf(await buildProgram(() => true));
  expect(commands.length).toBeGreaterThan(50);
  expect(Object.keys(COMMAND_ROWS).toSorted()).toEqual(commands.toSorted());
});

it('B has something in every table that belongs to publications', () => {
  expect(emptyTables).toEqual([]);
});

describe.each(Object.entries(COMMAND_ROWS).map(([command, rows]) => ({ command, rows })))(
  '$command',
  ({ command, rows }) => {
    it.each(rows)('for A, with $title: $answer, and B is as before', async (row) => {
      const before = await stateOf(b);
      const named: string[] = [];
      const outcome = await run(command, row, (real) => {
        named.push(real);
        return real;
      });
      expect(await stateOf(b)).toEqual(before);
      expect(idsIn(await stateOf(a), traces)).toEqual([]);
      expect(outcome).toMatchObject({ exitCode: row.answer === 'unknown' ? 1 : (row.exitCode ?? 0) });
      expect(outcome.stdout).toContain(row.shows ?? '');
      if (row.answer === 'deployment') return;
      expect(tracesIn(`${outcome.stdout}${outcome.stderr}`, traces, named)).toEqual([]);
      if (row.answer === 'own') return;
      const never = await run(command, row, neverWas);
      expect(withoutNames(outcome, named)).toBe(withoutNames(never, named.map(neverWas)));
    });
  },
);
