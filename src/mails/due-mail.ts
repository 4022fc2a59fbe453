// A mail that falls due. One query finds its rows, and a conditional write claims each row in the transaction that
// queues the mail, so that it is sent once, however many workers run.
import { addSeconds } from '../database/clock.ts';
import { isUnavailable, type Transaction } from '../database/connection.ts';
import { inPublication } from '../database/scope.ts';
import type { Values } from '../database/statement.ts';
import { findCorrespondent } from '../models/people/customer-language.ts';
import { Publication } from '../models/publication/publication.ts';
import { dueStatement, listDue, type Clocks, type DueStatement, type DueText } from '../payments/due.ts';
import type { PaymentParts } from '../payments/gateways.ts';
import { languageOf } from '../views/language.ts';
import type { Mail } from './mail.ts';
import { queueMail } from './queue.ts';
import { exampleOf, type WriteExample } from './words/example.ts';

/** The columns that the query of every due mail returns. */
export interface DueRow {
  /** The record that the mail is about. */
  readonly id: string;
  readonly publicationId: string;
  /** The customer in whose language the mail is written. */
  readonly customerId: string;
  /**
   * The milliseconds that the clock of the row's gateway is ahead of ours; absent where the mail depends on no clock.
   */
  readonly clockOffset?: number;
}

/** `Facts` is what the mail is written from, where that is more than the row. */
interface DueMailDefinition<Row extends DueRow, Facts = Row> extends Mail<Facts> {
  /** The query of the due rows of every publication, in the order of sending. */
  readonly due: DueText;
  /** Returns the query's values; by default, `now` and `latest` of the clocks. */
  values?(clocks: Clocks): Values;
  /**
   * Claims a row by a conditional write; returns undefined where another worker has claimed it.
   * @param now the time of the clock of the row's gateway
   */
  claim(transaction: Transaction, row: Row, now: Date, parts: PaymentParts): Promise<Facts | undefined>;
  /** Returns the mail to write, where the rows are about different ones. */
  mailOf?(facts: Facts): Omit<Mail<Facts>, 'example'>;
  /** Returns the record that the mail is about, where it is not the row. */
  objectOf?(facts: Facts): string | undefined;
  /** Returns the address of a mail that does not go to the customer. */
  recipient?(facts: Facts): string;
}

export interface DueMail {
  readonly due: DueStatement<DueRow>;
  readonly writeExample: WriteExample;
  /**
   * Queues the due mails; returns whether there were any.
   * @param onError receives the error of each mail that fails, which is retried
   */
  send(parts: PaymentParts, clocks: Clocks, onError: (error: unknown) => void): Promise<boolean>;
}

/** The values of a query of what comes within so many seconds: from `now` until `until`, with the bound `latest` for an index. */
export function aheadBy(seconds: number): (clocks: Clocks) => Values {
  return ({ now, latest }) => ({ now, until: addSeconds(now, seconds), latest: addSeconds(latest, seconds) });
}

export function dueMail<Row extends DueRow, Facts = Row>(definition: DueMailDefinition<Row, Facts>): DueMail {
  const due = dueStatement<Row>(`${definition.name}_mails`, definition.due);
  const send: DueMail['send'] = async (parts, clocks, onError) =>
    sendAll(
      definition,
      parts,
      { rows: await listDue(parts, due, definition.values?.(clocks) ?? { ...clocks }), clocks },
      onError,
    );
  return { due, send, writeExample: exampleOf(definition) };
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

/** Returns false where another worker has claimed the row. A row without an address is claimed, but not mailed. */
function sendOne<Row extends DueRow, Facts>(
  definition: DueMailDefinition<Row, Facts>,
  parts: PaymentParts,
  publication: Publication,
  { row, now }: { readonly row: Row; readonly now: Date },
): Promise<boolean> {
  const send = async (transaction: Transaction): Promise<boolean> => {
    const facts = await definition.claim(transaction, row, now, parts);
    if (facts === undefined) return false;
    const customer = await findCorrespondent(publication, transaction, row.customerId);
    const to = definition.recipient?.(facts) ?? customer?.email;
    if (to === undefined || to === null) return true;
    const tag = customer?.language;
    // There is no request, so the language is that of the last sign-in.
    const language = languageOf(publication, tag === undefined || tag === null ? {} : { 'accept-language': tag });
    await queueMail(parts, transaction, definition.mailOf?.(facts) ?? definition, {
      publication,
      language,
      to,
      readerName: customer?.name,
      facts,
      objectId: definition.objectOf === undefined ? row.id : definition.objectOf(facts),
    });
    return true;
  };
  return inPublication(publication, () => parts.database.transaction(send));
}
