// What one row of a file says about a person, by the publisher's settings. It reads nothing and writes nothing.
import { parseEmailAddress, parseName, type EmailAddress } from '../email-address.ts';
import { InvalidValue } from '../errors.ts';
import { parseNote } from '../people/note.ts';
import type { PostalAddress } from '../postal/postal-address.ts';
import type { ImportCatalog, WantedPlan } from './catalog.ts';
import { readDate } from './day.ts';
import type { FileRow } from './file.ts';
import { wordOf, type ImportSettings } from './import-settings.ts';
import type { ImportField } from './presets.ts';
import { readRowAddress, type RowAddress } from './row-address.ts';

const ROW_FAULTS = [
  'email',
  'email-look-alike',
  'email-missing',
  'name',
  'yes-no',
  'newsletter',
  'plan',
  'plan-missing',
  'price-missing',
  'date',
  'date-order',
  'joined-later',
  'activation-code',
  'note',
  'columns',
  'twice',
  'code-taken',
  'erased',
  // Of a gateway's account.
  'items',
  'quantity',
  'metered',
  'amount',
  'interval',
  'currency',
  'invoiced',
  'tax',
  'unpaid-start',
  'of-another',
  'price',
  'plan-held',
  'plan-twice',
  'over',
] as const;
export type RowFaultKind = (typeof ROW_FAULTS)[number];

export interface RowFault {
  readonly kind: RowFaultKind;
  /** The place of the column, from 0; -1 for the row as a whole. */
  readonly column: number;
}

export interface WantedSubscription extends WantedPlan {
  readonly complimentary: boolean;
  /** In milliseconds; null for no end. */
  readonly endsAt: number | null;
}

export interface PersonOfFile {
  readonly line: number;
  readonly email: EmailAddress | undefined;
  /** Null where no column says it. */
  readonly name: string | null;
  /** Ids; undefined where no column says anything of newsletters. */
  readonly newsletters: readonly string[] | undefined;
  /** Null for nobody's: the file says that they hold nothing. Undefined where no column says anything of plans. */
  readonly subscription: WantedSubscription | null | undefined;
  readonly joinedAt: number | undefined;
  readonly postalAddress: PostalAddress | undefined;
  /** Whether the columns of an address have none that can be kept as one, so that the note has it. */
  readonly isAddressNote: boolean;
  readonly note: string | undefined;
  readonly activationCode: string | undefined;
}

export type ReadRow =
  | { readonly person: PersonOfFile; readonly faults: readonly [] }
  | { readonly person: undefined; readonly faults: readonly RowFault[] };

/** What the reading of every row of a file needs. */
export interface RowContext {
  readonly settings: ImportSettings;
  readonly catalog: ImportCatalog;
  readonly timeZone: string;
  readonly now: number;
}

const CODE_LENGTH = { min: 8, max: 64 };
const setOf = (text: string): ReadonlySet<string> => new Set(text.split('|'));
const YES = setOf(
  'true|yes|y|1|ja|x|active|active patron|active_patron|in_trial|trial|trialing|not_renewing|guest|subscribed|paid',
);
const NO = setOf(
  '|false|no|n|0|nein|inactive|cancelled|canceled|expired|former patron|former_patron|declined patron|declined_patron|unsubscribed|free|follower',
);

/** The fields that say what somebody holds. */
const HOLDING = ['plan', 'active', 'complimentary', 'complimentary_until', 'paid_until'] as const;

/** Reads a row. Never throws for what is in it. */
export function readRow({ line, cells }: FileRow, context: RowContext): ReadRow {
  const reader = new Cells(cells, context);
  const width = context.settings.fields.length;
  if (cells.length > width) reader.fault('columns', width);
  const email = reader.email();
  const activationCode = reader.activationCode();
  const emailColumn = reader.columnOf('email', 'activation_code');
  if (email === undefined && activationCode === undefined && reader.faults.length === 0)
    reader.fault('email-missing', emailColumn);
  const name = reader.name();
  const postal = reader.postalAddress(name);
  const person: PersonOfFile = {
    line,
    email,
    name,
    newsletters: reader.newsletters(),
    subscription: reader.subscription(),
    joinedAt: reader.joined(),
    postalAddress: postal.address,
    isAddressNote: postal.text !== undefined,
    note: reader.note(postal),
    activationCode,
  };
  return reader.faults.length === 0 ? { person, faults: [] } : { person: undefined, faults: reader.faults };
}

/** The cells of one row, by what they mean. */
class Cells {
  readonly faults: RowFault[] = [];
  readonly #cells: readonly string[];
  readonly #context: RowContext;

  constructor(cells: readonly string[], context: RowContext) {
    this.#cells = cells;
    this.#context = context;
  }

  fault(kind: RowFaultKind, column: number): undefined {
    this.faults.push({ kind, column });
  }

  /** The column of the first of these fields that the file has; -1 for none. */
  columnOf(...fields: readonly ImportField[]): number {
    const places = fields.map((field) => this.#context.settings.fields.indexOf(field));
    return places.find((at) => at !== -1) ?? -1;
  }

  /** The text of the field's only column. */
  #text(field: ImportField): string {
    return this.#cells[this.columnOf(field)]?.trim() ?? '';
  }

  /** The texts of the columns that fill a field together, without empty ones. */
  #texts(field: ImportField): string[] {
    const { fields } = this.#context.settings;
    return this.#cells
      .filter((_, at) => fields[at] === field)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '');
  }

  email(): EmailAddress | undefined {
    const text = this.#text('email');
    if (text === '') return undefined;
    try {
      return parseEmailAddress(text);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      return this.fault(error.reason === 'look-alike' ? 'email-look-alike' : 'email', this.columnOf('email'));
    }
  }

  name(): string | null {
    const parts = [this.#text('first_name'), this.#text('last_name')].filter((part) => part !== '');
    const whole = this.#text('name');
    try {
      return parseName(whole === '' ? parts.join(' ') : whole);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.fault('name', whole === '' ? this.columnOf('last_name', 'first_name') : this.columnOf('name'));
      return null;
    }
  }

  activationCode(): string | undefined {
    const text = this.#text('activation_code');
    if (text === '') return undefined;
    const { length } = [...text];
    if (length < CODE_LENGTH.min || length > CODE_LENGTH.max)
      return this.fault('activation-code', this.columnOf('activation_code'));
    return text;
  }

  /** Undefined where the file has no such column, or it cannot be read. */
  #yesOrNo(field: ImportField): boolean | undefined {
    const column = this.columnOf(field);
    if (column === -1) return undefined;
    const word = wordOf(this.#text(field));
    if (YES.has(word)) return true;
    return NO.has(word) ? false : this.fault('yes-no', column);
  }

  newsletters(): readonly string[] | undefined {
    const { settings, catalog } = this.#context;
    const isTaking = this.#yesOrNo('subscribed') ?? !(this.#yesOrNo('unsubscribed') ?? false);
    const isSaid = (['newsletters', 'subscribed', 'unsubscribed'] as const).some(
      (field) => this.columnOf(field) !== -1,
    );
    if (!isSaid && settings.newslettersOfAll.length === 0) return undefined;
    if (!isTaking) return [];
    const words = this.#texts('newsletters').flatMap((text) => text.split(/[,;|\n]/));
    const ids = words
      .filter((word) => word.trim() !== '')
      .map((word) => catalog.newsletterOf(word) ?? this.fault('newsletter', this.columnOf('newsletters')))
      .filter((id): id is string => id !== undefined && id !== '');
    return [...new Set([...ids, ...settings.newslettersOfAll])].toSorted();
  }

  /** Our choice: who is not active, or whose time is over, holds nothing; a date decides before a plan alone. */
  subscription(): WantedSubscription | null | undefined {
    if (this.columnOf(...HOLDING) === -1) return undefined;
    const isActive = this.#yesOrNo('active') ?? true;
    const isGiven = this.#yesOrNo('complimentary');
    const givenUntil = this.#end('complimentary_until');
    const paidUntil = this.#end('paid_until');
    const ends = paidUntil ?? givenUntil ?? null;
    const hasPlanAlone = this.#text('plan') !== '' && isGiven !== false;
    const isHolding = isGiven === true || ends !== null || this.columnOf('active') !== -1 || hasPlanAlone;
    if (!isActive || !isHolding || (ends !== null && ends <= this.#context.now)) return null;
    const isPaid = paidUntil !== undefined || (givenUntil === undefined && isGiven !== true);
    const isOutside = isPaid && (paidUntil !== undefined || this.#context.settings.withoutEnd === 'outside');
    return this.#planOf(!isOutside, ends);
  }

  #planOf(complimentary: boolean, endsAt: number | null): WantedSubscription | null {
    const { catalog } = this.#context;
    const word = this.#text('plan');
    const column = this.columnOf(...HOLDING);
    const plan = word === '' ? catalog.planOfRest : catalog.planOf(word);
    if (plan === undefined) {
      this.fault(word === '' ? 'plan-missing' : 'plan', column);
      return null;
    }
    if (plan === null) return null;
    if (complimentary) return { planId: plan.planId, priceId: null, complimentary, endsAt };
    if (plan.priceId === null) this.fault('price-missing', column);
    return { ...plan, complimentary, endsAt };
  }

  /** Our choice: until a day includes that day. */
  #end(field: 'complimentary_until' | 'paid_until'): number | undefined {
    const read = this.#date(field);
    if (read === undefined) return undefined;
    return read.isDay ? read.at + 24 * 3_600_000 - 1 : read.at;
  }

  joined(): number | undefined {
    const read = this.#date('joined');
    if (read !== undefined && read.at > this.#context.now) return this.fault('joined-later', this.columnOf('joined'));
    return read?.at;
  }

  #date(field: ImportField): { readonly at: number; readonly isDay: boolean } | undefined {
    const text = this.#text(field);
    if (text === '') return undefined;
    const { timeZone, settings } = this.#context;
    const read = readDate(text, timeZone, settings.dayOrder ?? undefined);
    if (typeof read !== 'string') return read;
    return this.fault(read === 'ambiguous' ? 'date-order' : 'date', this.columnOf(field));
  }

  postalAddress(name: string | null): RowAddress {
    return readRowAddress((field) => this.#texts(field).join(' '), name);
  }

  /** Our choice: an address in one column, or that is no whole one, is kept as a note. */
  note({ text: noAddress = '' }: RowAddress): string | undefined {
    const texts = [...this.#texts('note'), this.#texts('address').join(', '), noAddress];
    const note = texts
      .filter((text) => text !== '')
      .join('\n')
      .replaceAll('\r\n', '\n');
    if (note === '') return undefined;
    try {
      return parseNote(note);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      return this.fault('note', this.columnOf('note', 'address', 'address_line1'));
    }
  }
}
