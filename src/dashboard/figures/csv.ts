// Sends a table of figures as a CSV file.
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { pageHeaders } from '../../views/render.ts';
import type { Visit } from '../visit.ts';

/** @param name of the file, without its extension */
export function sendCsv(visit: Visit, name: string, rows: readonly (readonly (string | number)[])[]): FastifyReply {
  const headers = {
    ...pageHeaders(),
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    // No other site may embed it.
    'cross-origin-resource-policy': 'same-origin',
  };
  // Spreadsheets evaluate cells that begin with = + - @ as formulas; numbers are no text and stay as they are.
  const options = { bom: true, record_delimiter: 'windows', escape_formulas: true } as const;
  return visit.reply.headers(headers).send(
    stringify(
      rows.map((row) => [...row]),
      options,
    ),
  );
}
