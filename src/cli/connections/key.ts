// masthead key: API keys, each with full access to one publication's data (service.md, Authentication 1).
import type { Command } from 'commander';
import { createApiKey, listApiKeys, revokeApiKey, type ApiKey } from '../../models/publication/api-key.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printList, printOne, remark, toTime, type Cells } from '../output.ts';

export function register(noun: Command): void {
  addPublicationVerb(noun, 'create', 'Create an API key; it is shown only once', 'key create').action(create);
  addPublicationVerb(noun, 'list', 'List the API keys, revoked ones included', 'key list').action(list);
  addPublicationVerb(noun, 'revoke <id>', 'Revoke an API key; it is invalid at once', 'key revoke key_01jd…').action(
    revoke,
  );
}

async function create(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ config, database, clock, securityLog }, publication) => {
    const { apiKey, key } = await database.transaction((transaction) =>
      createApiKey(publication, transaction, clock, config.environment),
    );
    securityLog.record('api_key_created', { publication, record: apiKey.id });
    printOne(options, { id: apiKey.id, api_key: key }, asCells);
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

function toKeyObject({ id, hint, createdAt, revokedAt }: ApiKey): Cells {
  return { id, ends_in: hint, created_at: toTime(createdAt), revoked_at: toTime(revokedAt) };
}
