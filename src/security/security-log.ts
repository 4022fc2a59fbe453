// Writes security events as lines of the log: what happened, in which publication, from which network, and a keyed
// hash of who, so that lines about one person can be found together and no line names anybody (reliability R-P1, R-A2).
import type { Clock } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from './kinds.ts';
import { shownNetworkOf } from './network.ts';
import { UnusualRates } from './unusual-rate.ts';

type Fields = Readonly<Record<string, string | number | undefined>>;

/** The part of a log that is needed. */
export interface Lines {
  info(fields: Fields, text: string): void;
  warn(fields: Fields, text: string): void;
}

export interface SecurityEvent {
  /** None for what concerns the whole deployment. */
  readonly publication?: { readonly id: string } | undefined;
  /** None on the command line. */
  readonly request?: { readonly ip: string; readonly id?: string };
  /** An e-mail address in canonical form, or a credential that was sent. Only its hash is logged. */
  readonly who?: string | undefined;
  /** The id of an API key, an application or an endpoint. It is logged as it is, so it must not be personal. */
  readonly record?: string | undefined;
  /** The id of a customer who was erased, which says nothing about anybody any more; `backup restore --log` reads it. */
  readonly erased?: string | undefined;
}

/** Our choice: 96 bits of the hash, in 16 characters. */
const HASH_LENGTH = 16;

export class SecurityLog {
  readonly #log: Lines;
  readonly #secretKeys: SecretKeys;
  readonly #rates: UnusualRates;

  constructor({ log, secretKeys, clock }: { log: Lines; secretKeys: SecretKeys; clock: Clock }) {
    this.#log = log;
    this.#secretKeys = secretKeys;
    this.#rates = new UnusualRates(clock);
  }

  record(kind: SecurityEventKind, { publication, request, who, record, erased }: SecurityEvent): void {
    const { level, text } = SECURITY_EVENTS[kind];
    const fields = {
      reqId: request?.id,
      security_event: kind,
      publication: publication?.id,
      who: who === undefined ? undefined : this.#hash(publication?.id, who),
      network: request && shownNetworkOf(request.ip),
      record,
      erased,
    };
    this.#log[level](fields, text);
    const unusual = this.#rates.add(kind);
    if (unusual !== undefined)
      this.#log.warn(
        { security_event: 'unusual_rate', kind, in_five_minutes: unusual.recent, usual: unusual.usual },
        'security events of a kind are far more frequent than usual',
      );
  }

  /** The same person has another hash in each publication, as nothing else joins them. */
  #hash(publicationId: string | undefined, who: string): string {
    return this.#secretKeys.mac('security-event', `${publicationId ?? ''} ${who}`).slice(0, HASH_LENGTH);
  }
}
