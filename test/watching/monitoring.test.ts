// The alert rules, the dashboard for Grafana and docs/watching.md name the metrics that there are, and all of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { serveMetrics } from '../../src/watching/listener.ts';
import { scrape, type Scrape } from '../support/service/metrics.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const PROJECT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');
const METRIC = /\b(?:masthead|nodejs|process)_[a-z0-9_]+/g;

const alerts = z
  .object({
    groups: z.tuple([
      z.object({
        name: z.literal('masthead'),
        rules: z.array(
          z.strictObject({
            alert: z.string(),
            expr: z.string(),
            for: z.string().regex(/^\d+[ms]$/),
            labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
            annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
          }),
        ),
      }),
    ]),
  })
  .parse(parse(read('deploy/monitoring/alerts.yaml'))).groups[0].rules;
const panels = z
  .object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
  })
  .parse(JSON.parse(read('deploy/monitoring/grafana.json'))).panels;
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

let parts: TestParts;
let real: Scrape;
beforeAll(async () => {
  parts = await openParts();
  const listener = await serveMetrics(parts, { host: '127.0.0.1', port: 0 }, () => undefined);
  real = await scrape(listener.url);
  await listener.close();
});
afterAll(() => parts.drop());

/** The metric of a name, which may be one of the series of a histogram. */
function metricOf(name: string): string {
  const histogram = name.replace(/_(?:bucket|count|sum)$/, '');
  return real.names.has(histogram) ? histogram : name;
}

const namedIn = (text: string): Set<string> => new Set((text.match(METRIC) ?? []).map(metricOf));

test('every metric that a rule or a panel reads is there, with the labels that it reads', () => {
  expect(real.names.size).toBeGreaterThan(25);
  const unknown = [...namedIn(expressions.join('\n'))].filter((name) => !real.names.has(name));
  expect(unknown).toEqual([]);
  const labelled = expressions.flatMap((expr) => [...expr.matchAll(/(masthead_\w+)\{([^}]*)\}/g)]);
  const wrong = labelled.flatMap(([, name = '', labels = '']) =>
    [...labels.matchAll(/(\w+)(=~?)"([^"]*)"/g)]
      .filter(([, label = '']) => !['job', 'instance'].includes(label))
      .filter(
        ([, label = '', operator, value = '']) =>
          !hasSeries(metricOf(name), label, operator === '=' ? value : undefined),
      )
      .map(([text]) => `${name} ${text}`),
  );
  expect(wrong).toEqual([]);
});

/** Requests have no series before one is answered. */
function hasSeries(name: string, label: string, value: string | undefined): boolean {
  if (name === 'masthead_http_request_duration_seconds') return ['method', 'route', 'status'].includes(label);
  return real.text
    .split('\n')
    .some(
      (line) =>
        line.startsWith(`${name}{`) && line.includes(value === undefined ? `${label}="` : `${label}="${value}"`),
    );
}

test('every metric of ours stands on the dashboard or in a rule, and every metric in docs/watching.md, and no others', () => {
  const shown = namedIn(expressions.join('\n'));
  const ours = [...real.names].filter((name) => name.startsWith('masthead_'));
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  const tables = read('docs/watching.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '');
  expect(namedIn(tables.join('\n'))).toEqual(real.names);
  expect([...namedIn(read('docs/watching.md'))].filter((name) => !real.names.has(name))).toEqual([]);
});

test('docs/watching.md says for each of ten rules or more what to do', () => {
  expect(alerts.length).toBeGreaterThanOrEqual(10);
  const sections = new Map(
    read('docs/watching.md')
      .split('\n### ')
      .slice(1)
      .map((section) => [section.split('\n', 1)[0] ?? '', section]),
  );
  expect([...sections.keys()]).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook).toBe(`docs/watching.md#${alert.toLowerCase()}`);
    expect([alert, (sections.get(alert) ?? '').length > 200]).toEqual([alert, true]);
  }
  const titles = new Set(panels.map(({ title }) => title));
  const quoted = [...sections.values()].join('\n').match(/(?<=_)[A-Z][\w ]+(?=_)/g) ?? [];
  expect(quoted.filter((title) => !titles.has(title))).toEqual([]);
});
