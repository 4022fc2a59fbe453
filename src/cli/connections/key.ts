// masthead key: API keys, each with access to one publication's data (service.md, Authentication 1; decisions 38).
import { Option, type Command } from 'commander';
import {
  API_KEY_SCOPES,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  type ApiKey,
  type ApiKeyScope,
} from '../../models/publication/api-key.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printList, printOne, remark, toTime, type Cells } from '../output.ts';
import { userName } from '../user-name.ts';

interface NewKeyOptions extends PublicationOptions {
  name?: string;
  scope?: ApiKeyScope;
}

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'create',
    'Create an API key; it is shown only once',
    'key create --name "Newsletter export" --scope read',
  )
    .option('--name <name>', 'which program uses it; shown in lists and in the audit log')
    .addOption(new Option('--scope <scope>', 'full: everything; read: reading only').choices(API_KEY_SCOPES))
    .action(create);
  addPublicationVerb(noun, 'list', 'List the API keys, revoked ones included', 'key list').action(list);
  addPublicationVerb(noun, 'revoke <id>', 'Revoke an API key; it is invalid at once', 'key revoke key_01jd…').action(
    revoke,
  );
}

async function create(options: NewKeyOptions): Promise<void> {
  await withPublication(options, async ({ config, database, clock, securityLog }, publication) => {
    const { apiKey, key } = await database.transaction((transaction) =>
      createApiKey(publication, transaction, clock, {
        environment: config.environment,
        name: options.name,
        scope: options.scope,
        createdBy: { kind: 'command_line', name: userName() },
      }),
    );
    securityLog.record('api_key_created', { publication, record: apiKey.id });
    printOne(options, { id: apiKey.id, api_key: key, name: apiKey.name, scope: apiKey.scope }, asCells);
    remark('The key is not shown again.');
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listApiKeys(publication, database)).map(toKeyObject), asCells);
  });
}

async function revoke(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock, securityLog }, publication) => {
    const apiKey = await database.transaction((transaction) => revokeApiKey(publication, transaction, clock, id));
    securityLog.record('api_key_revoked', { publication, record: id });
    printOne(options, toKeyObject(apiKey), asCells);
  });
}

function toKeyObject(key: ApiKey): Cells {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    ends_in: key.hint,
    created_by: key.createdByName,
    created_at: toTime(key.createdAt),
    last_used_at: toTime(key.lastUsedAt),
    revoked_at: toTime(key.revokedAt),
  };
}
