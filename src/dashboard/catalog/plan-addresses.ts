// `/dashboard/:publication/plans/:plan/addresses.csv`: the postal addresses of a plan on a day, for the printer.
import type { FastifyReply } from 'fastify';
import { CSV_MEDIA_TYPE, csvStream } from '../../csv.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { getPlan } from '../../models/catalog/plan.ts';
import { PRINTER_COLUMNS, readPrinterRows } from '../../models/finding/printer-rows.ts';
import { recordAct } from '../../models/staff/audit-entry.ts';
import type { Service } from '../../service.ts';
import { countryName } from '../../views/country-text.ts';
import { actorOf } from '../act.ts';
import { parseDayStart } from '../day-field.ts';
import { sendFile } from '../download.ts';
import { goTo } from '../show.ts';
import type { Visit } from '../visit.ts';

/** Our choice: as a page that is shown, not a form, as each download is an act of its own, however often it is asked for. */
export async function sendAddresses(service: Service, visit: Visit): Promise<FastifyReply> {
  const { database, clock } = service;
  const { publication } = visit.session;
  const { plan: idOrSlug = '' } = visit.request.params as { plan?: string };
  const plan = await getPlan(publication, database, idOrSlug);
  const start = parseDayStart(valueOf(visit.query, 'on') ?? '', publication.timeZone);
  if (start === undefined) return goTo(visit, `/plans/${plan.id}`, 'no-day');
  const at = start ?? clock.now();
  const act = { name: 'addresses.export', recordId: plan.id, recordName: plan.slug };
  await database.transaction((transaction) =>
    recordAct(publication, transaction, clock, { actor: actorOf(visit.session, visit.request), act }),
  );
  const nameOf = (code: string): string => countryName(code, publication.locale);
  const rows = readPrinterRows(publication, database, { plans: [plan], at }, nameOf);
  const file = { name: `${plan.slug}-${at.toISOString().slice(0, 10)}.csv`, mediaType: CSV_MEDIA_TYPE };
  return sendFile(visit.reply, file, csvStream(PRINTER_COLUMNS, rows));
}
