// The nightly comparison with the gateways: once a night for each publication, however many processes run, kept and logged. It repairs
// nothing: that is an operator's to say.
import {
  claimReconciliation,
  endReconciliation,
  listPublicationsToReconcile,
  nightOf,
} from '../../models/money/reconciliation.ts';
import type { Tenant } from '../../models/record.ts';
import type { PaymentParts } from '../gateways.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';

/** What a log may say of it. */
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
  /** Told of a gateway that does not answer, too: that publication is tried again in two hours. */
  readonly onError: (error: unknown) => void;
}

/** Looks whether a comparison is due, one look after the other. */
export class Nightly {
  readonly #parts: PaymentParts;
  readonly #options: NightlyOptions;
  #look: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: PaymentParts, options: NightlyOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Resolves once everything that is due was compared. */
  wake(): Promise<void> {
    const options = { ...this.#options, isStopped: () => this.#isStopped };
    this.#look = this.#look.then(() => reconcileNightly(this.#parts, options)).catch(this.#options.onError);
    return this.#look;
  }

  /** Resolves once the record that is being compared was. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#look;
  }
}

/** Compares what nobody has compared this night. One that is stopped in the middle is begun anew by whoever looks in two hours. */
async function reconcileNightly(
  parts: PaymentParts,
  { onResult, onError, isStopped }: NightlyOptions & { readonly isStopped: () => boolean },
): Promise<void> {
  const { database, clock } = parts;
  const night = nightOf(clock);
  for (const publication of await listPublicationsToReconcile(database, clock, night)) {
    if (isStopped()) return;
    try {
      if (!(await database.transaction((transaction) => claimReconciliation(publication, transaction, clock, night))))
        continue;
      const found = await reconcile(parts, publication, isStopped);
      if (isStopped()) return;
      await keep(parts, publication, night, found);
      onResult(toResult(publication, night, found));
    } catch (error) {
      onError(error);
    }
  }
}

async function keep(
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
