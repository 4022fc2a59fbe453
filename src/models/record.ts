// What every record with a publication shares: queries begin with `Noun.in(publication, connection)`, so that none can forget its tenant.
import { Model, type QueryBuilder } from 'objection';
import type { Connection } from '../database/connection.ts';
import { NotFound } from './errors.ts';

/** All that a query needs to know of its tenant. */
export interface Tenant {
  readonly id: string;
}

/** Columns that SQLite hands back as 0 and 1. */
type Row = Record<string, unknown>;

export class PublicationRecord extends Model {
  declare id: string;
  declare publicationId: string;

  static booleans: readonly string[] = [];

  static in<Kind extends PublicationRecord>(
    this: new () => Kind,
    publication: Tenant,
    connection: Connection,
  ): QueryBuilder<Kind, Kind[]> {
    const query = modelOf(this)
      .query(connection.knex)
      .where(`${modelOf(this).tableName}.publicationId`, publication.id);
    // Objection's types lose the subclass of a generic `this`.
    return query as QueryBuilder<PublicationRecord> as unknown as QueryBuilder<Kind, Kind[]>;
  }

  /** Throws NotFound, in words that are the same for a foreign id and for one that does not exist. */
  static async get<Kind extends PublicationRecord>(
    this: (new () => Kind) & { in: typeof PublicationRecord.in },
    publication: Tenant,
    connection: Connection,
    id: string,
  ): Promise<Kind> {
    const [found] = await this.in<Kind>(publication, connection).where('id', id).limit(1).execute();
    if (found === undefined) throw new NotFound(`No such ${nounOf(modelOf(this).tableName)}: ${id}`);
    return found;
  }

  override $parseDatabaseJson(row: Row): Row {
    const parsed = super.$parseDatabaseJson(row);
    const { booleans } = this.constructor as typeof PublicationRecord;
    for (const name of booleans) if (name in parsed) parsed[name] = Boolean(parsed[name]);
    return parsed;
  }
}

function modelOf(record: new () => PublicationRecord): typeof PublicationRecord {
  return record as typeof PublicationRecord;
}

function nounOf(table: string): string {
  return table.replace(/s$/, '').replaceAll('_', ' ');
}
