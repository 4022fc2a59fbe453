// masthead application check: tests the integration of a publisher's own site, one line per check. Exits with 1 when a
// check fails.
import type { Command } from 'commander';
import { NotFound } from '../../models/errors.ts';
import { listOauthApplications } from '../../models/sign-in/oauth-application.ts';
import { checkApplication } from '../../outbound/application-check.ts';
import { openGuardedClient } from '../../outbound/guarded-client.ts';
import { SigningKeys } from '../../tokens/signing-keys.ts';
import { checkMessage } from '../../views/application-check-text.ts';
import { languageOf } from '../../views/language.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { printList } from '../output.ts';

export function registerCheck(noun: Command): void {
  addPublicationVerb(
    noun,
    'check <client-id>',
    'Test the site of an application: its URLs, and which logout tokens its endpoint refuses',
    'application check client_8mDk…',
  ).action(check);
}

async function check(clientId: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ config, database, clock, secretKeys }, publication) => {
    const application = (await listOauthApplications(publication, database)).find(
      (one) => one.clientId === clientId || one.id === clientId,
    );
    if (application === undefined) throw new NotFound(`No such application: ${clientId}`);
    const client = openGuardedClient(config);
    try {
      const lines = await checkApplication({
        publication,
        application,
        signingKeys: new SigningKeys(database, secretKeys, clock),
        clock,
        client,
      });
      const { t } = languageOf(undefined, {});
      const said = lines.map((line) => ({
        result: line.result,
        check: line.check,
        finding: line.finding,
        message: checkMessage(t, line),
      }));
      printList(options, said, ({ result, check: name, message }) => ({ result, check: name, message }));
      const count = lines.filter(({ result }) => result === 'fail').length;
      if (count > 0) throw new Refused(`${count} of ${lines.length} checks failed.`);
    } finally {
      await client.close();
    }
  });
}
