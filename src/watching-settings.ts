// Settings by which an operator watches the service (docs/watching.md).
import { z } from 'zod';
import { portNumber, settingsOf, type Settings } from './setting.ts';

export interface Watching {
  /** Where metrics are served; undefined where they are not, and nothing is counted. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** How many milliseconds a statement of the database may take before the log names it; 0: it names none. */
  readonly slowStatement: number;
}

const fields = z.object({
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SLOW_STATEMENT_MILLISECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 60000')
    .max(60_000, 'must be 0 to 60000')
    .default(1000),
});

export const watchingSettings = settingsOf(
  fields,
  metricsFaults,
  ({ METRICS_PORT: port, METRICS_HOST: host, SLOW_STATEMENT_MILLISECONDS: slowStatement }): Watching => ({
    metrics: port === undefined ? undefined : { host, port },
    slowStatement,
  }),
);

function metricsFaults({ METRICS_PORT, METRICS_HOST, PORT = '4000' }: Settings): string[] {
  return [
    ...(METRICS_HOST !== undefined && METRICS_PORT === undefined ? ['METRICS_HOST needs METRICS_PORT'] : []),
    ...(METRICS_PORT !== undefined && METRICS_PORT !== '0' && METRICS_PORT === PORT
      ? ['METRICS_PORT must be another port than PORT']
      : []),
  ];
}
