// Who did what, as an entry of the audit log. It is on the ground, below staff/, since an insert can write the entry of
// its act in its own statement (outbox/event.ts).
import type { Clock } from '../database/clock.ts';
import { newId } from '../database/ids.ts';
import { toColumn } from '../database/rows.ts';
import type { Values } from '../database/statement.ts';

export interface Actor {
  readonly kind: 'staff' | 'api_key' | 'command_line';
  /** The staff member or API key; null for the command line. */
  readonly id: string | null;
  /** Shown in the log, also after the person or key is gone. */
  readonly name: string;
  /** The /24 or /48 that the act came from; null for the command line. */
  readonly network: string | null;
  readonly requestId: string | null;
}

export interface Act {
  /** A noun and a verb, such as offer.archive. */
  readonly name: string;
  readonly recordId: string | null;
  readonly recordName?: string | null;
}

/** What an entry says beside its publication, its record and its time: the names of the values of `toEntry`. */
const ENTRY = ['actId', 'actorKind', 'actorId', 'actorName', 'act', 'recordName', 'network', 'requestId'] as const;
const COLUMNS = ENTRY.map((name) => (name === 'actId' ? 'id' : toColumn(name)));

/**
 * Returns SQL that inserts an entry.
 * @param source SQL of the publication, the record and the time, in this order, and where they are from
 */
export function insertingEntry({ columns, from }: { readonly columns: string; readonly from: string }): string {
  return `insert into audit_entries (publication_id, record_id, created_at, ${COLUMNS.join(', ')}) select ${columns}, ${ENTRY.map((name) => `:${name}`).join(', ')}${from}`;
}

export function toEntry(
  clock: Clock,
  { actor, act }: { readonly actor: Actor; readonly act: Omit<Act, 'recordId'> },
): Values & Readonly<Record<(typeof ENTRY)[number], string | null>> {
  return {
    actId: newId('act', clock.now()),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    act: act.name,
    recordName: act.recordName ?? null,
    network: actor.network,
    requestId: actor.requestId,
  };
}

/** The entry of an act, which the insert that the act consists of may write; whoever began the act writes it otherwise. */
export class PendingEntry {
  readonly values: ReturnType<typeof toEntry>;
  #isWritten = false;

  constructor(values: ReturnType<typeof toEntry>) {
    this.values = values;
  }

  get isWritten(): boolean {
    return this.#isWritten;
  }

  markWritten(): void {
    this.#isWritten = true;
  }
}
