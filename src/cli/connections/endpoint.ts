// masthead endpoint: event endpoints, the URLs of publishers' programs to which events are sent (docs/events.md). The
// signing secret is shown once, when it is created.
import type { Command } from 'commander';
import { isLocalDemo } from '../../config.ts';
import {
  createEventEndpoint,
  deleteEventEndpoint,
  disableEventEndpoint,
  enableEventEndpoint,
  EventEndpointRecord,
  listEventEndpoints,
  rotateEndpointSecret,
  typesOf,
  updateEventEndpoint,
  type EndpointSettings,
  type EventEndpoint,
} from '../../models/outbox/event-endpoint.ts';
import { checkPublicHost } from '../../outbound/addresses.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printList, printOne, remark, toTime, type Cells } from '../output.ts';
import { registerSending } from './endpoint-sending.ts';

interface SettingOptions extends PublicationOptions {
  url?: string;
  types?: string;
}

export function register(noun: Command): void {
  const create = addPublicationVerb(
    noun,
    'create',
    'Create an endpoint; its secret is shown only once',
    'endpoint create --url https://www.example.org/masthead-events',
  );
  addSettings(create.requiredOption('--url <url>', 'URL to which events are sent')).action(createOne);
  addPublicationVerb(noun, 'list', 'List the endpoints', 'endpoint list').action(list);
  const update = addPublicationVerb(
    noun,
    'update <id>',
    'Change the given settings',
    'endpoint update whe_01jd… --types customer.created,customer.erased',
  );
  addSettings(update.option('--url <url>', 'URL to which events are sent')).action(updateOne);
  addPublicationVerb(
    noun,
    'disable <id>',
    'Stop sending, and discard pending deliveries',
    'endpoint disable whe_01jd…',
  ).action(disable);
  addPublicationVerb(
    noun,
    'enable <id>',
    'Send events from now on; replay sends those of the time in between',
    'endpoint enable whe_01jd…',
  ).action(enable);
  addPublicationVerb(
    noun,
    'rotate-secret <id>',
    'Create a new secret; the former one also signs for a day',
    'endpoint rotate-secret whe_01jd…',
  ).action(rotateSecret);
  addPublicationVerb(
    noun,
    'delete <id>',
    'Delete an endpoint; the events stay in the log',
    'endpoint delete whe_01jd…',
  ).action(deleteOne);
  registerSending(noun);
}

function addSettings(command: Command): Command {
  return command.option(
    '--types <types>',
    'event types to send, separated by commas; all includes types that are added later',
  );
}

async function createOne(options: SettingOptions & { url: string }): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { config, database, clock, secretKeys, securityLog } = parts;
    const given = { url: options.url, types: toTypes(options.types ?? 'all') };
    checkPublicHost('url', given.url, policyOf({ config }));
    const { endpoint, secret } = await database.transaction((transaction) =>
      createEventEndpoint(publication, transaction, clock, secretKeys, given, policyOf({ config })),
    );
    const { id, ...settings } = toEndpointObject(endpoint);
    securityLog.record('endpoint_secret_created', { publication, record: endpoint.id });
    printOne(options, { id: id ?? null, secret, ...settings }, asCells);
    remark('The secret is not shown again.');
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) =>
    printList(options, (await listEventEndpoints(publication, database)).map(toEndpointObject), asCells),
  );
}

async function updateOne(id: string, options: SettingOptions): Promise<void> {
  const given: Partial<EndpointSettings> = {
    ...(options.url !== undefined && { url: options.url }),
    ...(options.types !== undefined && { types: toTypes(options.types) }),
  };
  if (Object.keys(given).length === 0) throw new UsageError('Say what to change; --help lists the settings.');
  await withPublication(options, async ({ config, database }, publication) => {
    checkPublicHost('url', given.url ?? '', policyOf({ config }));
    printOne(
      options,
      toEndpointObject(
        await database.transaction((transaction) =>
          updateEventEndpoint(publication, transaction, id, given, policyOf({ config })),
        ),
      ),
      asCells,
    );
  });
}

async function disable(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    await database.transaction((transaction) => disableEventEndpoint(publication, transaction, clock, id, 'by hand'));
    printOne(options, toEndpointObject(await EventEndpointRecord.get(publication, database, id)), asCells);
  });
}

async function enable(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printOne(
      options,
      toEndpointObject(await database.transaction((transaction) => enableEventEndpoint(publication, transaction, id))),
      asCells,
    );
  });
}

async function rotateSecret(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock, secretKeys, securityLog }, publication) => {
    const secret = await database.transaction((transaction) =>
      rotateEndpointSecret(publication, transaction, clock, secretKeys, { id }),
    );
    securityLog.record('endpoint_secret_rotated', { publication, record: id });
    printOne(options, { id, secret }, asCells);
    remark('The secret is not shown again. The former one also signs for a day.');
  });
}

async function deleteOne(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock, securityLog }, publication) => {
    await database.transaction((transaction) => deleteEventEndpoint(publication, transaction, clock, id));
    securityLog.record('endpoint_secret_deleted', { publication, record: id });
    remark(`The endpoint ${id} is deleted.`);
  });
}

function toTypes(text: string): string[] {
  return text === 'all' ? [] : text.split(',').map((type) => type.trim());
}

function policyOf({ config }: Pick<Parts, 'config'>) {
  return { allowsLoopbackHttp: isLocalDemo(config) };
}

function toEndpointObject(endpoint: EventEndpoint): Cells {
  const { id, url, createdAt, failingSince, disabledAt, disabledReason } = endpoint;
  const types = typesOf(endpoint);
  return {
    id,
    url,
    types: types.length === 0 ? ['all'] : types,
    created_at: toTime(createdAt),
    failing_since: toTime(failingSince),
    disabled_at: toTime(disabledAt),
    disabled_reason: disabledReason,
  };
}
