// Imports as the worker runs them.
import { advanceImports } from '../../../src/models/imports/advance.ts';
import { getImport, type Invitation } from '../../../src/models/imports/import-record.ts';
import { checkImport, finishUpload, startImport, storeFile } from '../../../src/models/imports/import.ts';
import type { PublicationRow } from '../../../src/models/publication/publication.ts';
import { takeoverAdvancer } from '../../../src/payments/takeover/advance.ts';
import type { TestService } from '../service/service.ts';

function partsOf(service: TestService) {
  const { config, database, clock, secretKeys } = service;
  const { invitationsPerMinute } = config;
  // Without a stand-in of the gateway, nobody would answer.
  const isAnswered = config.gateways.stripe.apiUrl !== undefined;
  const advanceTakeover = isAnswered ? takeoverAdvancer(service) : async () => false;
  return { database, clock, secretKeys, invitationsPerMinute, advanceTakeover };
}

/** Checks and runs whatever is under way. Throws what an import fails by. */
export async function settleImports(service: TestService): Promise<void> {
  const options = {
    isStopped: () => false,
    onError: (error: unknown) => {
      throw error;
    },
  };
  while (await advanceImports(partsOf(service), options));
}

/** Stores a file, has it checked as its columns propose, and starts its import, which the worker is to run. */
export async function startedImport(
  service: TestService,
  publication: PublicationRow,
  file: string,
  invitation: Invitation | null = null,
): Promise<string> {
  const { database, clock } = service;
  const open = async function* () {
    yield Buffer.from(file);
  };
  const id = await storeFile(partsOf(service), publication, { fileName: 'people.csv', open });
  const { settings } = await getImport(publication, database, id);
  await database.transaction(async (transaction) => {
    await finishUpload(publication, transaction, id);
    await checkImport(publication, transaction, id, settings);
  });
  await settleImports(service);
  const { revision } = await getImport(publication, database, id);
  await database.transaction((transaction) =>
    startImport(publication, transaction, clock, { id, revision, invitation }),
  );
  return id;
}
