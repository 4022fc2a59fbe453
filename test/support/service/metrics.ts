// Reads metrics as Prometheus does.
import { expect } from 'vitest';

export interface Scrape {
  /** The text as it was answered. */
  readonly text: string;
  /** The names of all metrics, without the suffixes of histograms. */
  readonly names: ReadonlySet<string>;
  /** The value of a series, such as masthead_deliveries_open{kind="mail",state="waiting"}; undefined where it has none. */
  value(series: string): number | undefined;
}

export async function scrape(url: string): Promise<Scrape> {
  const response = await fetch(`${url}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const text = await response.text();
  const lines = text.split('\n');
  const values = new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
  const names = new Set(lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
  return { text, names, value: (series) => values.get(series) };
}
