// The mails about turns that are recorded where they happen (src/models/outbox/turn.ts): each is written once, by taking its
// turn out of the queue. What each of them says stands in src/mails/turns/turn-words.ts.
import { takeTurn, type TurnFacts, type TurnMail } from '../../models/outbox/turn.ts';
import { dueMail, type DueRow } from '../due-mail.ts';
import { TURN_WORDS, type Turn } from './turn-words.ts';

interface Row extends DueRow {
  readonly turn: TurnMail;
  readonly objectId: string | null;
  readonly planName: string | null;
  readonly planTexts: string | null;
  /** Of a gift that was bought. */
  readonly receiptNumber: number | null;
  /** JSON: TurnFacts. */
  readonly facts: string;
}

type Facts = Row & Turn;

export const TURN = dueMail<Row, Facts>({
  name: 'turn',
  due: () => `select t.id, t.publication_id, t.customer_id, t.turn, t.object_id, l.name as plan_name, l.texts as plan_texts, t.facts, r.number as receipt_number
    from turns t left join receipts r on r.publication_id = t.publication_id and r.record_id = t.object_id and r.place = 1 and t.turn = 'gift_bought'
    left join plans l on l.publication_id = t.publication_id and l.id = t.plan_id order by t.id`,
  async claim(transaction, row) {
    const publication = { id: row.publicationId };
    if (!(await takeTurn(publication, transaction, row.id))) return undefined;
    // Written by recordTurn.
    return {
      ...row,
      ...(JSON.parse(row.facts) as TurnFacts),
      planName: row.planName ?? '',
      subject: row.objectId ?? '',
    };
  },
  mailOf: ({ turn }) => TURN_WORDS[turn],
  objectOf: ({ objectId }) => objectId ?? undefined,
  write: () => undefined,
});
