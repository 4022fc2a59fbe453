// Records of a publication. Every query begins with `Noun.in(publication, connection)`, and every join is a relation
// whose keys include the publication, so that none can forget its tenant (test/structure/records.test.ts).
import { Model, type QueryBuilder, type RelationMappings } from 'objection';
import type { Connection, Transaction } from '../database/connection.ts';
import { NotFound } from './errors.ts';

/** What a query needs to know of its tenant. */
export interface Tenant {
  readonly id: string;
}

type Row = Record<string, unknown>;

/** The columns of a record, without its publication. */
type Fields<Kind extends TenantRecord> = Omit<Kind, keyof Model | 'publicationId'>;

/** The columns of a record, without the methods of its class. */
export type RowOf<Kind extends TenantRecord> = Omit<Kind, keyof Model>;

type NullableOf<Columns> = { [Name in keyof Columns]: null extends Columns[Name] ? Name : never }[keyof Columns];
/** The columns of a new record; nullable ones are optional. */
type NewFields<Kind extends TenantRecord> = Omit<Fields<Kind>, NullableOf<Fields<Kind>>> &
  Partial<Pick<Fields<Kind>, NullableOf<Fields<Kind>>>>;

type RecordClass<Kind extends TenantRecord> = new () => Kind;

/** A record without an id of its own, such as a row that joins two others. */
export class TenantRecord extends Model {
  declare publicationId: string;

  /** The columns that SQLite returns as 0 and 1. */
  static booleans: readonly string[] = [];

  /** Queries the publication's records that have these values. The publication wins over one among the values. */
  static in<Kind extends TenantRecord>(
    this: RecordClass<Kind>,
    publication: Tenant,
    connection: Connection,
    fields: Partial<Fields<Kind>> = {},
  ): QueryBuilder<Kind, Kind[]> {
    return queryOf(this, connection, { ...fields, publicationId: publication.id });
  }

  /**
   * Queries the records of every publication: for the worker, and where a secret or a gateway's reference identifies
   * the publication.
   */
  static ofAll<Kind extends TenantRecord>(
    this: RecordClass<Kind>,
    connection: Connection,
    fields: Partial<Fields<Kind>> = {},
  ): QueryBuilder<Kind, Kind[]> {
    return queryOf(this, connection, fields);
  }

  static find<Kind extends TenantRecord>(
    this: RecordClass<Kind>,
    publication: Tenant,
    connection: Connection,
    fields: Partial<Fields<Kind>>,
  ): Promise<Kind | undefined> {
    return first(queryOf(this, connection, { ...fields, publicationId: publication.id }));
  }

  /** Throws NotFound, with the same message for another publication's id and for one that does not exist. */
  static async get<Kind extends PublicationRecord>(
    this: RecordClass<Kind>,
    publication: Tenant,
    connection: Connection,
    id: string,
  ): Promise<Kind> {
    const found = await first(queryOf(this, connection, { publicationId: publication.id, id }));
    if (found === undefined) throw new NotFound(`No such ${nounOf(modelOf(this).tableName)}: ${id}`);
    return found;
  }

  /** Inserts a record. Returns false if it violates a unique constraint. */
  static async add<Kind extends TenantRecord>(
    this: RecordClass<Kind>,
    publication: Tenant,
    transaction: Transaction,
    fields: NewFields<Kind>,
  ): Promise<boolean> {
    const made = await transaction
      .knex(modelOf(this).tableName)
      .insert({ ...fields, publicationId: publication.id })
      .onConflict()
      .ignore()
      .returning('publicationId');
    return made.length === 1;
  }

  override $parseDatabaseJson(row: Row): Row {
    const parsed = super.$parseDatabaseJson(row);
    const { booleans } = this.constructor as typeof TenantRecord;
    for (const name of booleans) if (name in parsed) parsed[name] = Boolean(parsed[name]);
    return parsed;
  }
}

export class PublicationRecord extends TenantRecord {
  static override idColumn = ['publicationId', 'id'];
  declare id: string;
}

/**
 * Returns relations to records of the same publication, for `joinRelated`: by name, the record and the column that
 * holds its id.
 * @param table the table of the record that has the relations
 */
export function belongsTo(
  table: string,
  owners: Readonly<Record<string, readonly [owner: typeof PublicationRecord, column: string]>>,
): RelationMappings {
  return Object.fromEntries(
    Object.entries(owners).map(([name, [owner, column]]) => [
      name,
      {
        relation: Model.BelongsToOneRelation,
        modelClass: owner,
        join: {
          from: [`${table}.publicationId`, `${table}.${column}`],
          to: [`${owner.tableName}.publicationId`, `${owner.tableName}.id`],
        },
      },
    ]),
  );
}

export async function first<Kind extends Model, Found>(query: QueryBuilder<Kind, Found[]>): Promise<Found | undefined> {
  const [found] = await query.limit(1).execute();
  return found;
}

function queryOf<Kind extends TenantRecord>(
  record: RecordClass<Kind>,
  connection: Connection,
  fields: object,
): QueryBuilder<Kind, Kind[]> {
  const { tableName } = modelOf(record);
  const query = modelOf(record).query(connection.knex);
  for (const [name, value] of Object.entries(fields))
    if (value === null) query.whereNull(`${tableName}.${name}`);
    else query.where(`${tableName}.${name}`, value);
  // Objection's types lose the subclass of a generic `this`.
  return query as QueryBuilder<TenantRecord> as unknown as QueryBuilder<Kind, Kind[]>;
}

function modelOf(record: RecordClass<TenantRecord>): typeof TenantRecord {
  return record as typeof TenantRecord;
}

function nounOf(table: string): string {
  return table.replace(/s$/, '').replaceAll('_', ' ');
}
