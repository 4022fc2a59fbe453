// masthead application deliveries: what an application's logout receiver was sent.
import type { Command } from 'commander';
import { listDeliveriesTo } from '../../models/outbox/delivery-log.ts';
import { OauthApplicationRecord } from '../../models/sign-in/oauth-application.ts';
import { addPublicationVerb, withPublication } from '../command.ts';
import { asCells, printPage } from '../output.ts';
import { toPageRequest } from '../paging.ts';
import { toTargetDeliveryObject } from './delivery-object.ts';
import { addDeliveriesOptions, type DeliveriesOptions } from './endpoint-sending.ts';

export function registerApplicationDeliveries(noun: Command): void {
  addDeliveriesOptions(
    addPublicationVerb(
      noun,
      'deliveries <id>',
      'List what its logout receiver was sent, the newest first',
      'application deliveries app_01jd… --state dead',
    ),
  ).action(deliveries);
}

async function deliveries(id: string, options: DeliveriesOptions): Promise<void> {
  const request = { ...toPageRequest(options), filter: options.state };
  await withPublication(options, async ({ database }, publication) => {
    await OauthApplicationRecord.get(publication, database, id);
    const page = await listDeliveriesTo(publication, database, { applicationId: id }, request);
    printPage(options, { ...page, objects: page.objects.map(toTargetDeliveryObject) }, asCells);
  });
}
