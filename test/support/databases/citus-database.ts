// A scratch database on a Citus cluster: made on every node, migrated on the coordinator and distributed. TEST_CITUS_URL is a database of the coordinator,
// as superuser, that knows its workers; they take the same name and password.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { distribute } from '../../../scripts/citus/distribute.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { withClient } from './with-client.ts';

interface Node {
  readonly host: string;
  readonly port: number;
}

interface Place {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

const NODES = `select nodename as host, nodeport as port from pg_dist_node
  where noderole = 'primary' and groupid > 0 order by nodeid`;

export async function newCitusDatabase(coordinator: string): Promise<Place> {
  const name = `masthead_${randomBytes(6).toString('hex')}`;
  const nodes = await withClient(coordinator, async (client) => (await client.query<Node>(NODES)).rows);
  const places = [new URL(coordinator), ...nodes.map((node) => at(coordinator, node))];
  for (const place of places) {
    await run(place.href, `create database ${name} template template0`);
    place.pathname = `/${name}`;
    await run(place.href, 'create extension citus');
  }
  const url = new URL(coordinator);
  url.pathname = `/${name}`;
  await withClient(url.href, (client) => addNodes(client, url, nodes));
  await migrateAt(url.href);
  await withClient(url.href, distribute);
  return { url: url.href, remove: () => remove(coordinator, nodes, name) };
}

async function addNodes(client: pg.Client, { hostname, port }: URL, nodes: readonly Node[]): Promise<void> {
  await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port || 5432)]);
  for (const node of nodes) await client.query('select citus_add_node($1, $2)', [node.host, node.port]);
}

async function migrateAt(url: string): Promise<void> {
  const database = openDatabase(url);
  await migrate(database, 'test');
  await database.close();
}

async function remove(coordinator: string, nodes: readonly Node[], name: string): Promise<void> {
  for (const place of [new URL(coordinator), ...nodes.map((node) => at(coordinator, node))])
    await run(place.href, `drop database if exists ${name} with (force)`);
}

function at(coordinator: string, { host, port }: Node): URL {
  const url = new URL(coordinator);
  url.hostname = host;
  url.port = String(port);
  return url;
}

async function run(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql));
}
