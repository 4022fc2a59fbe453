// A test double of Stripe, over HTTP on loopback: separate accounts, idempotency keys, errors in Stripe's format, the test's clock, and signed webhooks.
// It is needed beside stripe-mock, which is stateless, and localstripe, which has no Checkout.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import type { Clock } from '../../../src/database/clock.ts';
import { Account, type Intent } from './account.ts';
import { toCharge, toDispute, toInvoice, toSession, toSubscription, type Wire } from './objects.ts';
import { payOnPage, ROUTES } from './routes.ts';
import { entriesOf, invalid, parseFields, StripeFault, type Answer } from './wire.ts';

export const PLATFORM_KEY = 'sk_test_platform';
export const WEBHOOK_SECRET = 'whsec_of_the_stand_in';

export interface StripeNotice {
  readonly id: string;
  readonly type: string;
  readonly account: string;
  readonly body: string;
}

/** One call and its answer, for validation. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly form: string;
  readonly answer: Answer;
}

export type StripeCard =
  | 'good'
  | 'authenticates'
  | 'fails later'
  | 'fails later: insufficient_funds'
  | 'fails later: authentication_refused'
  | 'fails later: expired_card'
  | 'fails later: lost card'
  | 'fails later: unknown'
  | 'debit'
  | 'debit that fails'
  | 'debit that fails later'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'wrong_cvc'
  | 'authentication_refused';

const ACCEPTED = {
  good: {},
  authenticates: {},
  'fails later': { failsLater: 'pm_fails_later' },
  'fails later: insufficient_funds': { failsLater: 'pm_fails_later_insufficient_funds' },
  'fails later: authentication_refused': { failsLater: 'pm_fails_later_authentication_refused' },
  'fails later: expired_card': { failsLater: 'pm_fails_later_expired_card' },
  'fails later: lost card': { failsLater: 'pm_fails_later_lost_card' },
  'fails later: unknown': { failsLater: 'pm_fails_later_unknown' },
  debit: { debit: 'pm_debit' },
  'debit that fails': { debit: 'pm_debit_fails' },
  'debit that fails later': { debit: 'pm_debit_fails_later' },
} as const;

const FAULTS: Readonly<Record<Exclude<StripeCard, keyof typeof ACCEPTED>, { code: string; decline_code?: string }>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  expired_card: { code: 'expired_card', decline_code: 'expired_card' },
  wrong_cvc: { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  authentication_refused: { code: 'payment_intent_authentication_failure' },
};

export class StripeStandIn {
  readonly exchanges: Exchange[] = [];
  readonly notices: StripeNotice[] = [];
  /** If set, the answer to every call. */
  trouble: { readonly status: number; readonly error: Readonly<Record<string, string>> } | 'silent' | undefined;
  readonly #clock: Clock;
  readonly #accounts = new Map<string, Account>();
  readonly #answers = new Map<string, { readonly asked: string; readonly answer: Answer }>();
  readonly #server: Server;

  private constructor(clock: Clock) {
    this.#clock = clock;
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
  }

  static async listen(clock: Clock): Promise<StripeStandIn> {
    const standIn = new StripeStandIn(clock);
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Makes an account that is connected to the platform, or that has the given key of its own. */
  /** Opens an account, or returns the one of that name. */
  open(name: string): Account {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account = new Account((type, object, id) => this.#tell(name, type, object, id));
    this.#accounts.set(name, account);
    return account;
  }

  pay(name: string, sessionId: string, card: StripeCard): void {
    const account = this.account(name);
    const session = account.sessions.get(sessionId);
    if (session === undefined) throw new Error(`the stand-in has no session ${sessionId}`);
    const given = isAccepted(card) ? ACCEPTED[card] : { fault: FAULTS[card] };
    payOnPage(account, session, this.now(), given, (type, object, id) => this.#tell(name, type, object, id));
  }

  /** Acts as the payer's bank. */
  dispute(name: string, intentId: string, status: NonNullable<Intent['dispute']>): void {
    const intent = this.account(name).intents.get(intentId);
    if (intent === undefined) throw new Error(`the stand-in has no payment intent ${intentId}`);
    const type = intent.dispute === null ? 'created' : ['won', 'lost'].includes(status) ? 'closed' : 'updated';
    intent.dispute = status;
    this.#tell(name, `charge.dispute.${type}`, 'dispute', intentId);
  }

  /** Does what falls due until now. */
  proceed(): void {
    for (const account of this.#accounts.values()) account.proceed(this.now());
  }

  account(name: string): Account {
    const account = this.#accounts.get(name);
    if (account === undefined) throw new Error(`the stand-in has no account ${name}`);
    return account;
  }

  now(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }

  /** Signs a webhook as Stripe does. */
  sign(body: string, secret = WEBHOOK_SECRET, timestamp = this.now()): string {
    return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#take(request);
    if (answer !== undefined)
      response
        .writeHead(answer.status, { 'content-type': 'application/json', 'request-id': 'req_standin' })
        .end(JSON.stringify(answer.body));
  }

  async #take(request: IncomingMessage): Promise<Answer | undefined> {
    const form = await text(request);
    if (this.trouble === 'silent') return undefined;
    if (this.trouble !== undefined) return { status: this.trouble.status, body: { error: this.trouble.error } };
    const { method = 'GET', url = '/', headers } = request;
    const [path = '', query = ''] = url.split('?');
    const key = headers['idempotency-key'];
    const name = nameOf(headers);
    if (name === undefined || !this.#accounts.has(name))
      return {
        status: 403,
        body: { error: { type: 'invalid_request_error', code: 'account_invalid', message: 'No such account.' } },
      };
    const answer = this.#once(
      method === 'GET' || key === undefined ? undefined : `${name} ${String(key)}`,
      `${method} ${path} ${form}`,
      () => this.#answer(name, method, path, query, form),
    );
    this.exchanges.push({ method, path, query, form, answer });
    return answer;
  }

  /** A repeated idempotency key gets the first answer again; with other parameters, an error. */
  #once(key: string | undefined, asked: string, work: () => Answer): Answer {
    if (key === undefined) return work();
    const known = this.#answers.get(key);
    if (known !== undefined && known.asked !== asked) {
      return {
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message:
              'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          },
        },
      };
    }
    const answer = known?.answer ?? work();
    // Stripe stores no answer to refused parameters.
    if (answer.status !== 400 && answer.status !== 404) this.#answers.set(key, { asked, answer });
    return answer;
  }

  #answer(name: string, method: string, path: string, query: string, form: string): Answer {
    const account = this.account(name);
    const fields = parseFields(method === 'GET' || method === 'DELETE' ? query || form : form);
    const paths = entriesOf(fields, 'expand').filter((entry) => typeof entry === 'string');
    const expands = (wanted: string): boolean =>
      paths.some((asked) => asked === wanted || asked.startsWith(`${wanted}.`));
    try {
      for (const [verb, pattern, answer] of ROUTES) {
        const found = verb === method ? pattern.exec(path) : null;
        const tell = (type: string, object: string, id: string): void => this.#tell(name, type, object, id);
        if (found !== null)
          return { status: 200, body: answer({ account, fields, id: found[1] ?? '', now: this.now(), expands, tell }) };
      }
      throw invalid('url', `Unrecognized request URL (${method}: ${path}).`);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { status: error.status, body: { error: error.error } };
    }
  }

  #tell(name: string, type: string, object: string, id: string): void {
    const event = {
      id: `evt_standin${this.notices.length}_${id}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      created: this.now(),
      livemode: false,
      ...(name.startsWith('acct_') && { account: name }),
      data: { object: this.#look(this.account(name), object, id) },
    };
    this.notices.push({ id: event.id, type, account: name, body: JSON.stringify(event) });
  }

  #look(account: Account, object: string, id: string): Wire {
    const expands = (): boolean => false;
    const [session, subscription, invoice, intent] = [
      account.sessions.get(id),
      account.subscriptions.get(id),
      account.invoices.get(id),
      account.intents.get(id),
    ];
    if (object === 'checkout.session' && session) return toSession(account, session, expands);
    if (object === 'subscription' && subscription) return toSubscription(account, subscription, expands);
    if (object === 'invoice' && invoice) return toInvoice(invoice, expands);
    if (object === 'charge' && intent) return toCharge(intent);
    if (object === 'dispute' && intent) return toDispute(intent);
    throw new Error(`the stand-in has no ${object} ${id}`);
  }
}

function isAccepted(card: StripeCard): card is keyof typeof ACCEPTED {
  return card in ACCEPTED;
}

/** The platform's key acts for the account that the call names, or its own; any other key for its own account. */
function nameOf(headers: IncomingMessage['headers']): string | undefined {
  const [, key] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const account = headers['stripe-account'];
  return key === PLATFORM_KEY && typeof account === 'string' ? account : key;
}
