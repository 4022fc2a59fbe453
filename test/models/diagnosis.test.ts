// What is concluded from facts that no journey of test/dashboard/letting-in/why.test.ts brings about quickly.
import { expect, test } from 'vitest';
import type { DiagnosisFacts } from '../../src/models/lifecycle/diagnosis-facts.ts';
import { diagnose, type Finding } from '../../src/models/lifecycle/diagnosis.ts';
import { errorsBetween, oneErrorAway } from '../../src/models/people/similar-address.ts';
import type { Step, StepKind } from '../../src/models/sign-in/sign-in-trail.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;
const PERSON = {
  id: 'cus_1',
  email: 'ada@example.org',
  emailNormalized: 'ada@example.org',
  emailVerifiedAt: 1,
  activatedAt: 1,
  createdAt: 1,
  state: 'paying',
} as const;
const NOTHING: DiagnosisFacts = {
  now: NOW,
  person: PERSON,
  steps: [],
  sessions: [],
  mails: [],
  mailProblem: undefined,
  refusals: [],
  signIns: [],
  applications: [],
  similar: [],
  pastDue: null,
  subscriptionEndedAt: null,
};

const step = (kind: StepKind, minutesAgo: number, given: Partial<Step> = {}): Step => ({
  kind,
  customerId: PERSON.id,
  browser: null,
  network: null,
  times: 1,
  createdAt: NOW - minutesAgo * MINUTE,
  lastAt: NOW - minutesAgo * MINUTE,
  facts: {},
  ...given,
});
const session = (minutesAgo: number) => ({
  createdAt: NOW - minutesAgo * MINUTE,
  expiresAt: NOW + 1,
  endedAt: null,
  endedBy: null,
  endedByApplication: null,
  browser: null,
  network: null,
});
const mail = (minutesAgo: number, state: 'dead' | 'waiting' | 'delivered', attempts: number) => ({
  purpose: 'email_code',
  state,
  attempts,
  outcome: attempts > 0 ? '451 try later' : null,
  createdAt: NOW - minutesAgo * MINUTE,
});
const sent = step('code_sent', 5);

const CASES: readonly (readonly [string, Partial<DiagnosisFacts>, readonly Partial<Finding>[]])[] = [
  [
    'a mail that was given up',
    { steps: [sent], mails: [mail(5, 'dead', 3)] },
    [{ kind: 'mail-refused', answer: '451 try later' }, { kind: 'code-untyped' }],
  ],
  ['a mail that waits', { steps: [sent], mails: [mail(5, 'waiting', 1)] }, [{ kind: 'mail-waiting' }, {}]],
  [
    'a mail that nobody has tried to send for long',
    { steps: [sent], mails: [mail(5, 'waiting', 0)] },
    [{ kind: 'mail-waiting' }, {}],
  ],
  ['a mail on its way', { steps: [sent], mails: [mail(0, 'waiting', 0)] }, [{ kind: 'code-untyped' }]],
  ['a mail that arrived', { steps: [sent], mails: [mail(5, 'delivered', 1)] }, [{ kind: 'code-untyped' }]],
  [
    'what went wrong before the last sign-in',
    { steps: [sent], mails: [mail(5, 'dead', 3)], sessions: [session(1)] },
    [{ kind: 'signed-in' }],
  ],
  ['a code to erase the account', { steps: [step('code_sent', 5, { facts: { purpose: 'erasure' } })] }, []],
  [
    'all tries of a code',
    { steps: [step('code_spent', 1), step('code_wrong', 2, { times: 4 }), sent] },
    [{ kind: 'code-spent', times: 5 }],
  ],
  [
    'a wrong code of an earlier mail',
    { steps: [step('code_sent', 1), step('code_wrong', 2), sent] },
    [{ kind: 'code-untyped' }],
  ],
  [
    'a limit of a network',
    { steps: [step('code_limited', 1, { facts: { until: NOW + 1, isShared: true } })] },
    [{ kind: 'limit', until: NOW + 1, isShared: true }],
  ],
  ['a limit that has ended', { steps: [step('code_limited', 60, { facts: { until: NOW } })] }, []],
  ['a link that was sent', { steps: [step('link_sent', 5)] }, [{ kind: 'link-unused' }]],
  ['a session that lapsed', { sessions: [{ ...session(9), expiresAt: NOW - 1 }] }, [{ kind: 'session-expired' }]],
  [
    'a paused subscription',
    { person: { ...PERSON, state: 'paused' }, sessions: [session(9)] },
    [{ kind: 'paused' }, { kind: 'signed-in' }],
  ],
  [
    'a complaint',
    {
      sessions: [session(9)],
      mailProblem: {
        id: 'mpr_1',
        customerId: PERSON.id,
        kind: 'complaint',
        softDays: 0,
        since: 1,
        lastAt: 2,
        deadAt: 2,
        status: null,
        answer: null,
        deliveryId: 'dlv_1',
      },
    },
    [{ kind: 'bounced', problem: 'complaint', isDead: true }, { kind: 'signed-in' }],
  ],
];

test.each(CASES)('concludes from %s', (_what, facts, expected) => {
  expect(diagnose({ ...NOTHING, ...facts })).toMatchObject(expected);
});

test('one typing error away are a letter left out, added, exchanged or wrong', () => {
  const near = oneErrorAway('ada');
  for (const typed of ['aa', 'adda', 'daa', 'eda', 'adaa', 'ad'])
    expect([typed, near.has(typed)]).toEqual([typed, true]);
  for (const typed of ['ada', '', 'bob', 'adamm']) expect([typed, near.has(typed)]).toEqual([typed, false]);
  expect([errorsBetween('gmail.com', 'gmial.con'), errorsBetween('a', 'a'), errorsBetween('', 'abc')]).toEqual([
    2, 0, 3,
  ]);
});
