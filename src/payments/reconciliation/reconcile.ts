// Reconciles our billing records with the gateway's subscriptions, in both directions: drift is reported, a line for each subscription.
// A subscription that this service did not make is listed and never imported.
import { everywhere } from '../../database/scope.ts';
import { NotFound } from '../../models/errors.ts';
import { findBillingByRef, listBillingRefs, listGatewaysOf, type Billing } from '../../models/money/billing-record.ts';
import { findCheckoutByRef } from '../../models/money/checkout.ts';
import { listPaymentsOfBilling, type KeptPayment } from '../../models/money/payment-record.ts';
import type { Tenant } from '../../models/record.ts';
import type { GatewaySubscription, ListedSubscription, PaymentGateway } from '../gateway.ts';
import { findGateway, findGatewayNamed, isConnected, withTimeout, type PaymentParts } from '../gateways.ts';
import { sinceTakeover } from '../takeover/since.ts';
import { differencesOf, type DriftLine } from './drift.ts';

export interface Reconciliation {
  /** The number of our records compared. */
  readonly compared: number;
  readonly lines: readonly DriftLine[];
  /** The gateway's ids of subscriptions that this service did not make. They are no drift. */
  readonly notOurs: readonly string[];
}

/** Both sides of one subscription, ours read first. */
export interface Sides {
  readonly billing: Billing | undefined;
  readonly payments: readonly KeptPayment[];
  /** Undefined where the gateway does not know it. */
  readonly found: GatewaySubscription | undefined;
}

const PAGE_SIZE = 100;

const NEVER_STOPPED = (): boolean => false;

/**
 * The gateways that have collected for the publication, or would now. One that it is not connected to, as after an export was
 * brought back, cannot be asked: its records are left out, and the dashboard says that the connection is missing.
 */
export async function gatewaysOf(parts: PaymentParts, publication: Tenant): Promise<PaymentGateway[]> {
  const names = await listGatewaysOf(publication, parts.database);
  const current = await findGateway(parts, publication);
  const found = [current];
  for (const name of names.filter((other) => other !== current?.name))
    if (await isConnected(parts, publication, name)) found.push(findGatewayNamed(parts, name));
  return found.filter((gateway) => gateway !== undefined);
}

/**
 * Compares all records of a publication with every gateway's, one after the other. What differs is compared twice, as it may be changing.
 * Throws GatewayUnavailable.
 * @param isStopped checked between two records; when it turns true, the result so far is returned
 */
export async function reconcile(
  parts: PaymentParts,
  publication: Tenant,
  isStopped = NEVER_STOPPED,
): Promise<Reconciliation> {
  const found: Reconciliation[] = [];
  for (const gateway of await gatewaysOf(parts, publication))
    found.push(await reconcileWith(parts, gateway, publication, isStopped));
  return {
    compared: found.reduce((sum, { compared }) => sum + compared, 0),
    lines: found.flatMap(({ lines }) => lines),
    notOurs: found.flatMap(({ notOurs }) => notOurs),
  };
}

async function reconcileWith(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  isStopped: () => boolean,
): Promise<Reconciliation> {
  const ours = await compareOurs(parts, gateway, publication, isStopped);
  const theirs = await listUnknown(parts, gateway, publication, isStopped);
  const lines: DriftLine[] = [];
  for (const ref of [...ours.suspects, ...theirs.missed]) {
    const line = await findDrift(parts, gateway, publication, ref);
    if (line !== undefined) lines.push(line);
  }
  return { compared: ours.compared, lines, notOurs: theirs.notOurs };
}

/** Compares one subscription. Returns undefined where both sides agree, and for one that is not ours. */
export async function findDrift(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
): Promise<DriftLine | undefined> {
  const line = toLine(ref, await readSides(parts, gateway, publication, ref));
  return line && { gateway: gateway.name, ...line };
}

export async function readSides(
  { database }: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
): Promise<Sides> {
  const billing = await findBillingByRef(database, gateway.name, ref, publication);
  const payments = billing === undefined ? [] : await listPaymentsOfBilling(billing, database);
  const found = await readFound(gateway, publication, ref);
  // Two publications may share one account at the gateway.
  const checkout =
    found?.checkoutRef === undefined ? undefined : await findCheckoutByRef(database, gateway.name, found.checkoutRef);
  return {
    billing,
    payments,
    found: found && foundOf(billing, checkout?.publicationId === publication.id, found),
  };
}

function foundOf(
  billing: Billing | undefined,
  isOfCheckout: boolean,
  found: GatewaySubscription,
): GatewaySubscription | undefined {
  if (billing !== undefined) return sinceTakeover(billing, found);
  return isOfCheckout ? found : undefined;
}

function toLine(ref: string, { billing, payments, found }: Sides): Omit<DriftLine, 'gateway'> | undefined {
  if (billing === undefined)
    return (
      found && {
        ref,
        kind: 'theirs only',
        billingId: null,
        differences: [{ field: 'state', ours: null, theirs: found.state }],
      }
    );
  if (found === undefined) {
    // The gateway may delete a subscription that has ended.
    if (billing.state === 'ended') return undefined;
    return {
      ref,
      kind: 'ours only',
      billingId: billing.id,
      differences: [{ field: 'state', ours: billing.state, theirs: null }],
    };
  }
  const differences = differencesOf(billing, payments, found);
  return differences.length === 0 ? undefined : { ref, kind: 'differing', billingId: billing.id, differences };
}

async function compareOurs(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  isStopped: () => boolean,
): Promise<{ compared: number; suspects: string[] }> {
  const suspects: string[] = [];
  let compared = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await listBillingRefs(publication, parts.database, { gateway: gateway.name, after, limit: PAGE_SIZE });
    for (const { ref } of page) {
      if (isStopped()) return { compared, suspects };
      if ((await findDrift(parts, gateway, publication, ref)) !== undefined) suspects.push(ref);
      compared += 1;
    }
    after = page.at(-1)?.id;
  }
  return { compared, suspects };
}

/** Lists the gateway's subscriptions without a record of ours: `missed` are of our checkouts, `notOurs` made by somebody else. */
async function listUnknown(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  isStopped: () => boolean,
): Promise<{ missed: string[]; notOurs: string[] }> {
  const [missed, notOurs]: [string[], string[]] = [[], []];
  let cursor: string | undefined;
  do {
    const page = await withTimeout(gateway.listSubscriptions(publication, cursor));
    for (const listed of page.subscriptions) {
      const owner = await ownerOf(parts, gateway, listed);
      if (owner === 'nobody') notOurs.push(listed.ref);
      else if (owner === publication.id) missed.push(listed.ref);
    }
    cursor = page.next;
  } while (cursor !== undefined && !isStopped());
  return { missed, notOurs };
}

/** The publication whose checkout started it, 'nobody', or 'known' where there is a record. */
async function ownerOf(
  { database }: PaymentParts,
  gateway: PaymentGateway,
  { ref, checkoutRef }: ListedSubscription,
): Promise<string> {
  return everywhere(async () => {
    if ((await findBillingByRef(database, gateway.name, ref)) !== undefined) return 'known';
    const checkout =
      checkoutRef === undefined ? undefined : await findCheckoutByRef(database, gateway.name, checkoutRef);
    return checkout?.publicationId ?? 'nobody';
  });
}

async function readFound(
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
): Promise<GatewaySubscription | undefined> {
  try {
    return await withTimeout(gateway.readSubscription(publication, ref));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
