// The buttons that move a plan, an offer or a newsletter up and down in its list. They work without JavaScript, and the
// button that was pressed has the focus again afterwards.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import type { Move } from '../../models/catalog/placed.ts';
import type { Tenant } from '../../models/record.ts';
import type { Service } from '../../service.ts';
import { MalformedRequest } from '../../site/errors.ts';
import { fieldsOf } from '../../site/form.ts';
import { formIdOf, runAct } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit } from '../visit.ts';

/** A record of a list with its neighbours there; null at the ends of the list. */
export interface Placed {
  readonly id: string;
  readonly above: string | null;
  readonly below: string | null;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'move-buttons': Placed & {
      readonly name: string;
      readonly action: string;
      readonly csrfToken: string;
      readonly formId: string;
    };
    /** A button of a list that does one thing with one record. */
    'act-button': {
      readonly action: string;
      readonly csrfToken: string;
      readonly formId: string;
      /** Of the record, in lower-case letters, digits, - and _: each form of a page acts by itself. */
      readonly id: string;
      /** The hidden field that names the record; empty where the address does. */
      readonly field: string;
      readonly value: string;
      readonly text: string;
      /** Of the record, for those who do not see the page; empty where the text says it. */
      readonly name: string;
      readonly isDanger: boolean;
    };
  }
}

interface Moved {
  /** The page of the list. */
  readonly path: string;
  /** The entry in the audit log. */
  readonly act: string;
  readonly move: (publication: Tenant, transaction: Transaction, move: Move) => Promise<string>;
  /** The ids of those that the list shows, in their order. */
  readonly list: (publication: Tenant, transaction: Transaction) => Promise<readonly string[]>;
}

/** The records, each with its place in the list that shows them. */
export function withPlaces<Row extends { readonly id: string }>(
  rows: readonly Row[],
): (Row & { readonly place: Placed })[] {
  return rows.map((row, index) => {
    const place = { id: row.id, above: rows[index - 1]?.id ?? null, below: rows[index + 1]?.id ?? null };
    return { ...row, place };
  });
}

export function mover({ path, act, move, list }: Moved) {
  return async (service: Service, visit: FormVisit): Promise<FastifyReply> => {
    formIdOf(visit);
    const { moved, side, neighbour } = fieldsOf(visit.form, { moved: 'moved', side: 'side', neighbour: 'neighbour' });
    if (side !== 'before' && side !== 'after') throw new MalformedRequest('the side is neither before nor after');
    const { publication } = visit.session;
    const focus = await runAct(service, visit, async (transaction) => {
      const recordId = await move(publication, transaction, { moved, side, neighbour });
      const ids = await list(publication, transaction);
      return { result: buttonOf(ids, recordId, side), act: { name: act, recordId } };
    });
    return goTo(visit, path, 'moved', focus);
  };
}

/** The id of the button that goes on in the same direction; at the end of the list only the other one is there. */
function buttonOf(ids: readonly string[], id: string, side: Move['side']): string {
  const isUp = side === 'before' ? ids.at(0) !== id : ids.at(-1) === id;
  return `${isUp ? 'up' : 'down'}-${id}`;
}
