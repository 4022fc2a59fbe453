// The nightly reconciliation with the gateways: once a night for each publication, however many processes run; its result is stored and logged.
// It repairs nothing: that is the operator's decision.
import { everywhere, inPublication } from '../../database/scope.ts';
import {
  claimReconciliation,
  endReconciliation,
  listPublicationsToReconcile,
  nightOf,
} from '../../models/money/reconciliation.ts';
import type { Tenant } from '../../models/record.ts';
import type { PaymentParts } from '../gateways.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';

/** The result as it is logged. */
export interface NightlyResult {
  readonly publication: string;
  readonly night: string;
  readonly compared: number;
  readonly ours_only: number;
  readonly theirs_only: number;
  readonly differing: number;
  readonly not_ours: number;
}

export interface NightlyOptions {
  readonly onResult: (result: NightlyResult) => void;
  /** Called with GatewayUnavailable, too: that publication is retried in two hours. */
  readonly onError: (error: unknown) => void;
}

/** Checks whether a reconciliation is due, one check at a time. */
export class NightlyReconciler {
  readonly #parts: PaymentParts;
  readonly #options: NightlyOptions;
  #check: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: PaymentParts, options: NightlyOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Resolves once everything that is due is compared. */
  wake(): Promise<void> {
    const options = { ...this.#options, isStopped: () => this.#isStopped };
    this.#check = this.#check
      .then(() => everywhere(() => reconcileNightly(this.#parts, options)))
      .catch(this.#options.onError);
    return this.#check;
  }

  /** Resolves once the comparison of the present record has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#check;
  }
}

/** Compares the publications that nobody has compared this night. The lease of one that is stopped in the middle lapses after two hours. */
async function reconcileNightly(
  parts: PaymentParts,
  { onResult, onError, isStopped }: NightlyOptions & { readonly isStopped: () => boolean },
): Promise<void> {
  const { database, clock } = parts;
  const night = nightOf(clock);
  for (const publication of await listPublicationsToReconcile(database, clock, night)) {
    if (isStopped()) return;
    try {
      const result = await inPublication(publication, () => reconcileOne(parts, publication, night, isStopped));
      if (result !== undefined) onResult(result);
    } catch (error) {
      onError(error);
    }
  }
}

/** Undefined where another process compares it, or the comparison was stopped. */
async function reconcileOne(
  parts: PaymentParts,
  publication: Tenant,
  night: string,
  isStopped: () => boolean,
): Promise<NightlyResult | undefined> {
  const { database, clock } = parts;
  if (!(await database.transaction((transaction) => claimReconciliation(publication, transaction, clock, night))))
    return undefined;
  const found = await reconcile(parts, publication, isStopped);
  if (isStopped()) return undefined;
  await storeResult(parts, publication, night, found);
  return toResult(publication, night, found);
}

async function storeResult(
  { database, clock }: PaymentParts,
  publication: Tenant,
  night: string,
  { compared, lines, notOurs }: Reconciliation,
): Promise<void> {
  const found = JSON.stringify({ lines, notOurs });
  await database.transaction((transaction) =>
    endReconciliation(publication, transaction, clock, { night, compared, found }),
  );
}

function toResult({ id }: Tenant, night: string, { compared, lines, notOurs }: Reconciliation): NightlyResult {
  const count = (wanted: string): number => lines.filter(({ kind }) => kind === wanted).length;
  return {
    publication: id,
    night,
    compared,
    ours_only: count('ours only'),
    theirs_only: count('theirs only'),
    differing: count('differing'),
    not_ours: notOurs.length,
  };
}
