// Writes: a customer created and a subscription canceled, each durable before it is answered, against one statement of the same SQL behind Fastify.
import type { ServerProcess } from '../../../test/support/server-process.ts';
import { compare, type Part, type Stage } from '../part.ts';
import { startReference } from '../reference.ts';
import { measure, type Subject } from '../rounds.ts';
import { API, keyHeaders } from '../service-api.ts';

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const CANCELS_PER_ROUND = 10_000;
const LEAST_OF_RAW = 0.5;

export const writes: Part = {
  name: 'writes',
  what: 'create customer and cancel subscription',
  async run(stage) {
    const raw = await startReference([stage.database.dialect, stage.database.url, stage.database.publicationId]);
    try {
      const measured = await measure(stage.loadProcess, await subjectsOf(stage, raw), stage.length);
      return compare(
        measured,
        ['create customer', 'cancel subscription'].map((subject) => ({
          subject,
          reference: `${subject}, raw`,
          least: LEAST_OF_RAW,
        })),
      );
    } finally {
      await raw.end('SIGTERM');
    }
  },
};

async function subjectsOf(stage: Stage, raw: ServerProcess): Promise<Subject[]> {
  const { service, database } = stage;
  const key = keyHeaders(database.apiKey);
  const [ours, theirs] = await subscriptionsPerRound(stage);
  const creates = (name: string, server: ServerProcess, path: string, sent: Record<string, string>): Subject => ({
    name,
    server,
    load: () => ({ headers: sent, paths: [path], form: `email=${server === raw ? 'raw' : 'own'}{n}@example.test` }),
  });
  const cancels = (
    name: string,
    server: ServerProcess,
    start: string,
    ids: string[][],
    sent: Record<string, string>,
  ): Subject => ({
    name,
    server,
    load: (round) => ({
      headers: sent,
      paths: (ids[round] ?? []).map((id) => `${start}/subscriptions/${id}/cancel`),
      form: '',
      isOnceEach: true,
    }),
  });
  return [
    creates('create customer, raw', raw, '/customers', FORM_TYPE),
    creates('create customer', service, `${API}/customers`, { ...FORM_TYPE, ...key }),
    cancels('cancel subscription, raw', raw, '', theirs, {}),
    cancels('cancel subscription', service, API, ours, key),
  ];
}

/** Each active subscription once, so that every cancel has something to write. */
async function subscriptionsPerRound({ database, length }: Stage): Promise<[string[][], string[][]]> {
  const rounds = 2 * (length.rounds + 1);
  const ids = await database.sampleIds('subscriptions', "status = 'active'", rounds * CANCELS_PER_ROUND);
  const perRound = Math.floor(ids.length / rounds);
  const slices = Array.from({ length: rounds }, (_, index) => ids.slice(index * perRound, (index + 1) * perRound));
  return [slices.slice(0, rounds / 2), slices.slice(rounds / 2)];
}
