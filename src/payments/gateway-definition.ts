// The declaration of a payment gateway, made in its own folder; gateways.ts has a row for each. Code that lists gateways reads these fields and
// names no gateway.
import type { Config } from '../config.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import type { AccountPrice } from '../models/imports/import-record.ts';
import type { SealedKind } from '../models/lifecycle/re-encryption.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Tenant } from '../models/record.ts';
import type { SecurityEventKind } from '../security/kinds.ts';
import type { Service } from '../service.ts';
import type { GatewaySubscription, PaymentGateway } from './gateway.ts';
import type { AccountPage, ClaimedSubscription } from './takeover/account.ts';

/** The parts of the service that gateways need. */
export type GatewayParts = Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys'>;

/** POSTs the body and returns the status. When it throws, the webhook counts as not delivered. */
export type Post = (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<number>;

export interface GatewayDefinition {
  /** Stands in billing records, in the address of its webhooks and on the command line. Never changed, since records keep it. */
  readonly name: string;
  /** The gateway moves no money, so it exists in test environments only. */
  readonly isTestOnly: boolean;
  /** Whether it may collect for new checkouts of the publication. */
  isConnected(publication: Tenant, connection: Connection): Promise<boolean>;
  open(parts: GatewayParts): PaymentGateway;
  /** The origins of its card page besides the publication's site: browsers check redirects of a form against form-action. */
  readonly cardPageOrigins: readonly string[];
  /** Its columns encrypted under SECRET_KEY, by the name under which `secret-key reencrypt` counts them. */
  readonly sealedKinds: Readonly<Record<string, SealedKind>>;
  /** Its settings as `check-config` shows them, without secrets. */
  showSettings(config: Config): ShownValues;
  /**
   * Set for a gateway with a key of the deployment: asks it who the key belongs to, and says so in a few words. Undefined without a key. Rejects
   * with GatewayUnavailable or CredentialsRefused.
   */
  readonly tryConnection?: (config: Config) => Promise<string> | undefined;
  /** Set for a gateway that a publication is connected to; the dashboard makes its page of it. */
  readonly connection?: GatewayConnection;
  /** Set for a gateway whose account may hold subscriptions that others have sold. */
  readonly takeover?: GatewayTakeover;
  /** `masthead NAME VERB`. */
  readonly summary: string;
  readonly verbs: readonly GatewayVerb[];
  /** Set for a gateway that runs in this process, with a clock of its own for each publication, never behind ours. */
  readonly embedded?: EmbeddedGateway;
}

/** The account of a publication, as it was before it was connected. Nothing here charges anybody. All throw GatewayUnavailable. */
export interface GatewayTakeover {
  /** A page of the account's customers, the newest first. */
  listCustomers(parts: GatewayParts, publication: Tenant, cursor: string | undefined): Promise<AccountPage>;
  readPrice(parts: GatewayParts, publication: Tenant, ref: string): Promise<Omit<AccountPrice, 'count'>>;
  /**
   * Notes at the gateway that the subscription is the publication's, at that price of ours, and returns it as it was then.
   * Idempotent. Throws NotFound.
   */
  claim(parts: GatewayParts, publication: Tenant, subscription: ClaimedSubscription): Promise<GatewaySubscription>;
}

/** How a publication is connected to a gateway. The texts of the form are `dashboard.gateway.NAME.…`. */
export interface GatewayConnection {
  /** What is entered, all of it secret: never shown, not even again after a fault. */
  readonly fields: readonly string[];
  /** The kinds of events that its webhook endpoint has to be subscribed to. */
  readonly webhookEvents: readonly string[];
  /**
   * Tries at the gateway what was entered; an empty field stands for what is stored. Throws InvalidValue with the field
   * and a reason, Conflict, and GatewayUnavailable.
   */
  check(
    parts: GatewayParts,
    publication: Tenant,
    entered: Readonly<Record<string, string>>,
  ): Promise<CheckedConnection>;
  /** Asks the gateway for the state. Undefined without a connection. Throws GatewayUnavailable. */
  read(parts: GatewayParts, publication: Tenant): Promise<ConnectionState | undefined>;
  /** Throws Conflict while the gateway collects for a subscription, and without a connection. */
  disconnect(publication: Tenant, transaction: Transaction): Promise<void>;
}

export interface ConnectionState {
  /** The gateway's id of the account. */
  readonly account: string;
  /** ISO 3166. */
  readonly country: string | null;
  /** False until the gateway lets the account take payments. */
  readonly canCharge: boolean;
  /** False for an account that the operator connected, under a key of the deployment. */
  readonly isOwnKey: boolean;
}

export interface CheckedConnection {
  readonly state: ConnectionState;
  /** Stores it in place of a former one. Throws Conflict for another account while the former one collects. */
  store(transaction: Transaction): Promise<void>;
}

interface EmbeddedGateway {
  /** Does what is due by its clock and sends its webhooks; returns whether there was work. */
  proceed(parts: GatewayParts, post: Post): Promise<boolean>;
  /**
   * SQL for the milliseconds that its clock is ahead of ours; null for a row of another gateway. @param row the alias of a table with publication
   * and gateway
   */
  clockOffset(row: string): string;
  /** The largest offset of all publications, in milliseconds. */
  readLargestClockOffset(connection: Connection): Promise<number>;
}

/** A command of a gateway for one publication. The command line parses the options and prints the answer. */
export interface GatewayVerb {
  /** With its argument, where it takes one: `advance <duration>`. */
  readonly verb: string;
  readonly description: string;
  readonly example: string;
  /** The security event that it causes. */
  readonly securityEvent?: SecurityEventKind;
  readonly options?: readonly VerbOption[];
  /** Throws WrongOption, and InvalidValue, Conflict and NotFound for what the records refuse. */
  run(call: VerbCall): Promise<VerbAnswer>;
}

export interface VerbOption {
  /** `--own-key <file>`. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  /** The name of an option that excludes it, in camel case. */
  readonly conflicts?: string;
}

export interface VerbCall {
  readonly parts: GatewayParts;
  readonly publication: Pick<PublicationRow, 'id' | 'siteUrl'>;
  /** Empty for a verb without one. */
  readonly argument: string;
  /** Keyed by their names in camel case. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

export type ShownValues = Readonly<Record<string, string | number | boolean | null>>;

export interface VerbAnswer {
  readonly shown?: ShownValues;
  /** For people, after what is shown. */
  readonly remarks?: readonly string[];
}

/** An option of a verb is missing or wrong. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

/** The path of a gateway's webhooks on a publication's site. @param name the gateway's, or a route's parameter */
export function webhookPath(name: string): string {
  return `/payments/events/${name}`;
}
