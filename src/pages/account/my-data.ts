// `/my-data.json` and `/my-data.csv`: the export of everything that is stored about the signed-in customer (reliability R-P2).
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { exportCustomer, type CustomerExport, type ExportedValue } from '../../models/lifecycle/export.ts';
import type { Service } from '../../service.ts';
import { goTo, pageHeaders } from '../../views/render.ts';
import type { SessionVisit } from '../visit.ts';

export function downloadJson(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  return download(
    service,
    visit,
    'json',
    'application/json',
    (data) => `${JSON.stringify({ publication: visit.publication.name, ...data }, null, 2)}\n`,
  );
}

/** Writes one value a line, because records of different kinds have different fields. */
export function downloadCsv(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  return download(service, visit, 'csv', 'text/csv', (data) => {
    const rows = Object.entries(data).flatMap(([kind, records]) =>
      records.flatMap((record, index) =>
        Object.entries(record).map(([field, value]) => [kind, String(index + 1), field, toCell(value)]),
      ),
    );
    // Spreadsheets evaluate cells that begin with = + - @ as formulas.
    return stringify([['record', 'number', 'field', 'value'], ...rows], {
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
    });
  });
}

function toCell(value: ExportedValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function download(
  service: Service,
  { reply, publication, session }: SessionVisit,
  extension: string,
  mediaType: string,
  write: (data: CustomerExport) => string,
): Promise<FastifyReply> {
  const data = await exportCustomer(publication, service.database, service.secretKeys, session.customerId);
  if (data === undefined) return goTo(reply, publication, '/');
  const headers = {
    ...pageHeaders(publication),
    'content-type': `${mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="my-data.${extension}"`,
    // No other site may embed it, as an image or a script.
    'cross-origin-resource-policy': 'same-origin',
  };
  return reply.headers(headers).send(write(data));
}
