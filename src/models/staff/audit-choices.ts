// What the audit log can be searched by: the acts and the actors that are in it. Each is found by one step in an index,
// however many entries there are.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Actor } from '../act.ts';
import type { Tenant } from '../record.ts';

/** A staff member or an API key, as the newest of their entries names them; also when they are gone. */
export interface KnownActor {
  readonly id: string;
  readonly kind: Actor['kind'];
  readonly name: string;
}

/** The different values of a column, from one to the next; null ends them. */
const different = (column: string, collation: string): string => `with recursive different (value) as (
  select cast('' as text)${collation} union all
  select (select e.${column} from audit_entries e where e.publication_id = :publicationId and e.${column} > different.value
    order by e.${column} limit 1) from different where different.value is not null)`;
const newest = (column: string): string => `(select e.${column} from audit_entries e
  where e.publication_id = :publicationId and e.actor_id = different.value order by e.id desc limit 1)`;

const actsText = (collation: string): string =>
  `${different('act', collation)} select value as act from different where value > '' order by value`;
const actorsText = (collation: string): string => `${different('actor_id', collation)}
  select value as id, ${newest('actor_kind')} as kind, ${newest('actor_name')} as name
    from different where value > '' order by name, id`;
const acts = statement<{ act: string }>('acts_in_audit_log', actsText(''));
// Ids are compared byte by byte.
const actors = statement<KnownActor>('actors_in_audit_log', {
  sqlite: actorsText(''),
  postgres: actorsText(' collate "C"'),
});

export async function listKnownActs(publication: Tenant, connection: Connection): Promise<string[]> {
  return (await connection.all(acts, { publicationId: publication.id })).map(({ act }) => act);
}

/** Lists everybody in the log, by name, but for the command line, which has no id. */
export function listKnownActors(publication: Tenant, connection: Connection): Promise<KnownActor[]> {
  return connection.all(actors, { publicationId: publication.id });
}
