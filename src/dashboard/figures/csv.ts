// Sends a table of figures as a CSV file.
import type { FastifyReply } from 'fastify';
import { CSV_MEDIA_TYPE, csvFile, type CsvRow } from '../../csv.ts';
import { pageHeaders } from '../../views/render.ts';
import type { Visit } from '../visit.ts';

/** @param name of the file, without its extension */
export function sendCsv(visit: Visit, name: string, [heading = [], ...rows]: readonly CsvRow[]): FastifyReply {
  const headers = {
    ...pageHeaders(),
    'content-type': CSV_MEDIA_TYPE,
    'content-disposition': `attachment; filename="${name}.csv"`,
    // No other site may embed it.
    'cross-origin-resource-policy': 'same-origin',
  };
  return visit.reply.headers(headers).send(csvFile(heading, rows));
}
