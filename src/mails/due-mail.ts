// A mail that falls due: its rows are found by one query, and each is claimed by a conditional write in the transaction that queues the mail. So it
// is sent once, however many workers look.
import { addSeconds } from '../database/clock.ts';
import { isUnavailable, type Transaction } from '../database/connection.ts';
import type { Values } from '../database/statement.ts';
import { findCorrespondent } from '../models/people/customer-language.ts';
import { Publication } from '../models/publication/publication.ts';
import { dueStatement, listDue, type Clocks, type DueStatement, type DueText } from '../payments/due.ts';
import type { PaymentParts } from '../payments/gateways.ts';
import { languageOf } from '../views/language.ts';
import type { Mail } from './mail.ts';
import { queueMail } from './queue.ts';

/** What the query of every due mail finds. */
export interface DueRow {
  readonly publicationId: string;
  /** In whose language it is written. */
  readonly customerId: string;
  /** Milliseconds that the clock of the row's gateway is ahead of ours, where that counts. */
  readonly clockOffset?: number;
}

/** `Facts`: what the words are made from, where that is more than the row. */
interface DueMailDefinition<Row extends DueRow, Facts = Row> extends Mail<Facts> {
  readonly name: string;
  /** The query of what is due, in every publication, the first to be sent first. */
  readonly due: DueText;
  /** Its values. */
  values(clocks: Clocks): Values;
  /** A conditional write; returns undefined where another worker made it. @param now by the clock of the row's gateway */
  claim(transaction: Transaction, row: Row, now: Date): Promise<Facts | undefined>;
  /** Where it does not go to the customer. */
  recipient?(facts: Facts): string;
}

export interface DueMail {
  readonly due: DueStatement<DueRow>;
  /** Queues those that are due; returns whether there was any. @param onError is told of each that fails; it is tried again */
  send(parts: PaymentParts, clocks: Clocks, onError: (error: unknown) => void): Promise<boolean>;
}

export function dueMail<Row extends DueRow, Facts = Row>(definition: DueMailDefinition<Row, Facts>): DueMail {
  const due = dueStatement<Row>(`${definition.name}_mails`, definition.due);
  const send: DueMail['send'] = async (parts, clocks, onError) =>
    sendAll(definition, parts, { rows: await listDue(parts, due, definition.values(clocks)), clocks }, onError);
  return { due, send };
}

async function sendAll<Row extends DueRow, Facts>(
  definition: DueMailDefinition<Row, Facts>,
  parts: PaymentParts,
  { rows, clocks }: { readonly rows: readonly Row[]; readonly clocks: Clocks },
  onError: (error: unknown) => void,
): Promise<boolean> {
  if (rows.length === 0) return false;
  const ids = new Set(rows.map(({ publicationId }) => publicationId));
  const publications = await Publication.query(parts.database.knex).findByIds([...ids]);
  let hadAny = false;
  for (const row of rows) {
    const publication = publications.find(({ id }) => id === row.publicationId);
    const now = addSeconds(clocks.now, (row.clockOffset ?? 0) / 1000);
    try {
      if (publication !== undefined) hadAny = (await sendOne(definition, parts, publication, { row, now })) || hadAny;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      onError(error);
    }
  }
  return hadAny;
}

/** Returns false where another worker has claimed it. One without an address to write to is claimed all the same. */
function sendOne<Row extends DueRow, Facts>(
  definition: DueMailDefinition<Row, Facts>,
  parts: PaymentParts,
  publication: Publication,
  { row, now }: { readonly row: Row; readonly now: Date },
): Promise<boolean> {
  return parts.database.transaction(async (transaction) => {
    const facts = await definition.claim(transaction, row, now);
    if (facts === undefined) return false;
    const customer = await findCorrespondent(publication, transaction, row.customerId);
    const to = definition.recipient?.(facts) ?? customer?.email;
    if (to === undefined || to === null) return true;
    const tag = customer?.language;
    // Nobody is browsing, so it is in the language that the customer last signed in with.
    const language = languageOf(publication, tag === undefined || tag === null ? {} : { 'accept-language': tag });
    await queueMail(parts, transaction, definition, { publication, language, to, facts });
    return true;
  });
}
