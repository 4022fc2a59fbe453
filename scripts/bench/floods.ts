// Floods: calls of the data API by a good key while somebody sends 300 wrong keys a second from one machine, against the same calls without. The rate
// limit is on, and far from being reached by the good key.
import { measure, type Part, type Subject } from './measure.ts';
import { API, keyHeaders, startService } from './service.ts';

const WRONG_KEYS_PER_SECOND = 300;
const P99_RATIO_MAX = 2;
const RATE_LIMIT = { API_RATE_LIMIT: '1000000' };

export const floods: Part = {
  name: 'floods',
  what: 'calls of a good key, with 300 wrong keys a second and without',
  run(stage) {
    const { database } = stage;
    const subject = (name: string, wrongKeysPerSecond: number): Subject => ({
      name,
      start: () => startService(database, RATE_LIMIT),
      databasePid: database.serverPid,
      prepare:
        ({ url }) =>
        () => ({ kind: 'calls', url, path: `${API}/members`, headers: keyHeaders(database), wrongKeysPerSecond }),
    });
    return measure(stage, [
      {
        what: 'list members under a flood of wrong keys',
        ours: subject('with the flood', WRONG_KEYS_PER_SECOND),
        other: subject('without', 0),
        goals: [{ of: 'p99', most: P99_RATIO_MAX }],
        isOneTurn: true,
      },
    ]);
  },
};
