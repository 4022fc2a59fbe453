// Writes, each durable before it is answered: a customer created and a subscription canceled, against one statement behind Fastify; and a create with
// the log of events against the same row without its event.
import type { FilledDatabase } from './filled-database.ts';
import { measure, pairsOf, turnsOf, type Length, type Part, type Subject } from './measure.ts';
import { API, keyHeaders, rawServer, startService, toLoads } from './service.ts';

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const CANCELS_A_TURN = 1000;
const LEAST_OF_RAW = 0.5;
const [CREATE, CANCEL] = ['create customer', 'cancel subscription'];
/** The most CPU time that the log of events may cost a create. */
const MOST_OF_LOG_MICROSECONDS = { sqlite: 15, postgres: 30 } as const;

type Server = Pick<Subject, 'start' | 'databasePid'> & {
  readonly path: string;
  readonly headers: Record<string, string>;
};

/** The create of the service on the database. */
export function serviceCreates(database: FilledDatabase): Subject {
  return creates(serviceOn(database), 'own');
}

function serviceOn(database: FilledDatabase): Server {
  const headers = { ...FORM_TYPE, ...keyHeaders(database) };
  return { start: () => startService(database), databasePid: database.serverPid, path: API, headers };
}

/** @param prefix of the e-mail addresses, unique on the database */
function creates({ start, databasePid, path, headers }: Server, prefix: string): Subject {
  const form = `email=${prefix}{n}@example.test`;
  return {
    name: CREATE,
    start,
    databasePid,
    prepare: toLoads(() => ({ headers, paths: [`${path}/customers`], form })),
  };
}

function cancels({ start, databasePid, path, headers }: Server, ids: readonly string[], perTurn: number): Subject {
  const paths = (turn: number): string[] =>
    ids.slice(turn * perTurn, (turn + 1) * perTurn).map((id) => `${path}/subscriptions/${id}/cancel`);
  return {
    name: CANCEL,
    start,
    databasePid,
    prepare: toLoads((turn) => ({ headers, paths: paths(turn), form: '', isOnceEach: true })),
  };
}

/** Each active subscription once, so that every cancel has something to write. */
async function activeSubscriptions(database: FilledDatabase, length: Length): Promise<[string[], string[], number]> {
  const turns = turnsOf(length);
  const ids = await database.sampleIds('subscriptions', "status = 'active'", 2 * turns * CANCELS_A_TURN);
  const perTurn = Math.floor(ids.length / (2 * turns));
  return [ids.slice(0, turns * perTurn), ids.slice(turns * perTurn), perTurn];
}

export const writes: Part = {
  name: 'writes',
  what: 'create customer and cancel subscription against one statement as durable',
  async run(stage) {
    const { database, length } = stage;
    const raw = { ...serviceOn(database), start: rawServer('raw', database), path: '', headers: FORM_TYPE };
    const [ours, theirs, perTurn] = await activeSubscriptions(database, length);
    const subjects = [creates(serviceOn(database), 'own'), cancels(serviceOn(database), ours, perTurn)];
    const references = [creates(raw, 'raw'), cancels(raw, theirs, perTurn)];
    const goals = [{ of: 'rate', least: LEAST_OF_RAW }] as const;
    return measure(stage, pairsOf(subjects, references, { [CREATE]: goals, [CANCEL]: goals }));
  },
};

export const eventLog: Part = {
  name: 'event-log',
  what: 'what the log of events costs a create: by the service’s own model, against the same row without its event',
  async run(stage) {
    // A database each, since both run at a time and SQLite serves one process (docs/operating.md).
    const twin = await stage.database.twin();
    const on = (kind: 'created' | 'created-unlogged', database: FilledDatabase): Subject =>
      creates({ ...serviceOn(database), start: rawServer(kind, database), path: '', headers: FORM_TYPE }, kind);
    const most = MOST_OF_LOG_MICROSECONDS[stage.database.dialect];
    try {
      return await measure(stage, [
        {
          what: 'create customer by the model',
          ours: on('created', stage.database),
          other: { ...on('created-unlogged', twin), name: 'its row without the event' },
          goals: [{ of: 'moreMicroseconds', most }],
        },
      ]);
    } finally {
      await twin.close();
    }
  },
};
