// What a payment gateway declares of itself, in its own folder; gateways.ts has a row for each. Whoever lists gateways reads it from here and
// names none.
import type { Config } from '../config.ts';
import type { Connection } from '../database/connection.ts';
import type { SealedKind } from '../models/lifecycle/re-encryption.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Tenant } from '../models/record.ts';
import type { Service } from '../service.ts';
import type { PaymentGateway } from './gateway.ts';

/** What gateways need of the process. */
export type GatewayParts = Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys'>;

/** POSTs the bytes and gives the status. What it throws counts as not taken. */
export type Post = (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<number>;

export interface GatewayDefinition {
  /** In billing records, in the address of its webhooks and on the command line. Never changed: records keep it. */
  readonly name: string;
  /** It moves no money, so it is there in a test environment only. */
  readonly isTestOnly: boolean;
  /** Whether it may collect the money of new checkouts of the publication. */
  isConnected(publication: Tenant, connection: Connection): Promise<boolean>;
  open(parts: GatewayParts): PaymentGateway;
  /** Where its card page is, besides the publication's site: browsers hold form-action against the redirect. */
  readonly cardPageOrigins: readonly string[];
  /** What it keeps encrypted under SECRET_KEY, by the name under which `secret-key reencrypt` counts it. */
  readonly sealedKinds: Readonly<Record<string, SealedKind>>;
  /** What `check-config` shows of its settings: no secret. */
  showSettings(config: Config): ShownValues;
  /** `masthead NAME VERB`. */
  readonly summary: string;
  readonly verbs: readonly GatewayVerb[];
  /** Of a gateway that runs in this process, with a clock of its own for each publication, never behind ours. */
  readonly embedded?: EmbeddedGateway;
}

interface EmbeddedGateway {
  /** Does what is due by its clock and sends its webhooks; returns whether there was anything. */
  proceed(parts: GatewayParts, post: Post): Promise<boolean>;
  /** SQL for the milliseconds that its clock is ahead of ours; null for a row of another gateway. @param row has a publication and a gateway */
  clockOffset(row: string): string;
  /** Of all publications, in milliseconds. */
  readLargestClockOffset(connection: Connection): Promise<number>;
}

/** A command of a gateway about one publication. The command line reads what is given and prints the answer. */
export interface GatewayVerb {
  /** With its argument, where it takes one: `advance <duration>`. */
  readonly verb: string;
  readonly description: string;
  readonly example: string;
  readonly options?: readonly VerbOption[];
  /** Throws WrongOption, and InvalidValue, Conflict and NotFound for what the records refuse. */
  run(call: VerbCall): Promise<VerbAnswer>;
}

export interface VerbOption {
  /** `--own-key <file>`. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  /** An option that cannot be given beside it, in camel case. */
  readonly conflicts?: string;
}

export interface VerbCall {
  readonly parts: GatewayParts;
  readonly publication: Pick<PublicationRow, 'id' | 'siteUrl'>;
  /** Empty for a verb without one. */
  readonly argument: string;
  /** By their names in camel case. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

export type ShownValues = Readonly<Record<string, string | number | boolean | null>>;

export interface VerbAnswer {
  readonly shown?: ShownValues;
  /** For people, after what is shown. */
  readonly remarks?: readonly string[];
}

/** The options of a verb do not say enough, or what they say cannot be meant. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

/** Where a gateway sends its webhooks, on a publication's site. @param name or a route's parameter */
export function webhookPath(name: string): string {
  return `/payments/events/${name}`;
}
