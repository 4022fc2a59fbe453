// What each page answers to each state of a visitor (service.md, Endpoints A, rules 2 to 7), as data; the handlers of
// the pages carry it out.

export type VisitorState = 'signed out' | 'signed in' | 'subscribed';
export type Answer =
  | 'sign-in'
  | 'account'
  | 'list'
  | 'subscribe link'
  | 'message'
  | 'account first'
  | 'form'
  | 'offer and form'
  | 'message or upgrade'
  | 'to the free offering'
  | 'to continue_url';

type Row = Readonly<Record<VisitorState, Answer>> & {
  /**
   * Rule 2: a signed-in customer who already has a subscription is automatically redirected to continue_url if given.
   */
  readonly continues: boolean;
};

export const visitorTable = {
  '/': { 'signed out': 'sign-in', 'signed in': 'account', subscribed: 'account', continues: false },
  '/offers': { 'signed out': 'list', 'signed in': 'list', subscribed: 'list', continues: false },
  '/subscribe': {
    'signed out': 'account first',
    'signed in': 'form',
    subscribed: 'message or upgrade',
    continues: true,
  },
  '/offers/:offer': {
    'signed out': 'offer and form',
    'signed in': 'offer and form',
    subscribed: 'message or upgrade',
    continues: true,
  },
  '/offers/:offer/subscribe': {
    'signed out': 'account first',
    'signed in': 'form',
    subscribed: 'message or upgrade',
    continues: true,
  },
  '/gift': { 'signed out': 'account first', 'signed in': 'form', subscribed: 'form', continues: false },
  '/gift/claim': { 'signed out': 'form', 'signed in': 'form', subscribed: 'form', continues: false },
  '/free_offering': { 'signed out': 'subscribe link', 'signed in': 'message', subscribed: 'message', continues: true },
  '/free_offering/subscribe': {
    'signed out': 'account first',
    'signed in': 'form',
    subscribed: 'to the free offering',
    continues: true,
  },
} as const satisfies Readonly<Record<string, Row>>;

/** @param continueUrl one that may be linked to, if any was given */
export function answerOf(
  path: keyof typeof visitorTable,
  state: VisitorState,
  continueUrl: string | undefined,
): Answer {
  const row: Row = visitorTable[path];
  return row.continues && state === 'subscribed' && continueUrl !== undefined ? 'to continue_url' : row[state];
}
