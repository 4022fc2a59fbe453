// `/my-data.json` and `/my-data.csv`: the export of everything that is stored about the signed-in customer (reliability
// R-P2).
import type { FastifyReply } from 'fastify';
import { CSV_MEDIA_TYPE, csvFile } from '../../csv.ts';
import { exportCustomer, type CustomerExport, type ExportedValue } from '../../models/lifecycle/export.ts';
import type { Service } from '../../service.ts';
import { pageHeaders, redirectTo } from '../../views/render.ts';
import type { SessionVisit } from '../visit.ts';

interface ExportFormat {
  readonly extension: string;
  readonly mediaType: string;
  readonly write: (data: CustomerExport) => string;
}

export function downloadJson(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const write = (data: CustomerExport): string =>
    `${JSON.stringify({ publication: visit.publication.name, ...data }, null, 2)}\n`;
  return download(service, visit, { extension: 'json', mediaType: 'application/json; charset=utf-8', write });
}

/** Writes one value a line, because records of different kinds have different fields. */
export function downloadCsv(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const write = (data: CustomerExport): string => {
    const rows = Object.entries(data).flatMap(([kind, records]) =>
      records.flatMap((record, index) =>
        Object.entries(record).map(([field, value]) => [kind, String(index + 1), field, toCell(value)]),
      ),
    );
    return csvFile(['record', 'number', 'field', 'value'], rows);
  };
  return download(service, visit, { extension: 'csv', mediaType: CSV_MEDIA_TYPE, write });
}

function toCell(value: ExportedValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function download(
  service: Service,
  { reply, publication, session }: SessionVisit,
  { extension, mediaType, write }: ExportFormat,
): Promise<FastifyReply> {
  const data = await exportCustomer(publication, service.database, service.secretKeys, session.customerId);
  if (data === undefined) return redirectTo(reply, '/');
  const headers = {
    ...pageHeaders(),
    'content-type': mediaType,
    'content-disposition': `attachment; filename="my-data.${extension}"`,
    // No other site may embed it, as an image or a script.
    'cross-origin-resource-policy': 'same-origin',
  };
  return reply.headers(headers).send(write(data));
}
