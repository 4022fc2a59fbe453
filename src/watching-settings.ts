// Settings by which an operator watches the service (docs/watching.md).
import { z } from 'zod';
import { portNumber, settingsOf, type Settings } from './setting.ts';

export interface Watching {
  /** Where metrics are served; undefined where they are not, and nothing is counted. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** How many milliseconds a statement of the database may take before the log names it; 0: it names none. */
  readonly slowStatement: number;
  /** Where traces are sent by OTLP over HTTP, and how many of those that begin here; undefined where none is made. */
  readonly traces: { readonly endpoint: string; readonly ratio: number } | undefined;
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text);

const fields = z.object({
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SLOW_STATEMENT_MILLISECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 60000')
    .max(60_000, 'must be 0 to 60000')
    .default(1000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isHttpUrl, 'must be a URL such as http://127.0.0.1:4318, to which /v1/traces is added')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be 0 to 1')
    .max(1, 'must be 0 to 1')
    .default(1),
});

export const watchingSettings = settingsOf(
  fields,
  metricsFaults,
  ({ METRICS_PORT: port, METRICS_HOST: host, SLOW_STATEMENT_MILLISECONDS: slowStatement, ...given }): Watching => ({
    metrics: port === undefined ? undefined : { host, port },
    slowStatement,
    traces:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: given.OTEL_TRACES_SAMPLER_ARG },
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
