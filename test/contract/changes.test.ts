// The check that keeps released versions whole, held against seeded changes of every kind that service.md, Versioning, names, and then the
// real thing: openapi.yaml against each frozen version.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  contractChanges,
  currentContract,
  frozenContracts,
  staleAcceptedChanges,
} from '../../scripts/contract-changes.ts';
import type { JsonObject } from '../../scripts/generate/json.ts';
import { breaking, changed, compatible, RULES, type Edit } from './seeded-changes.ts';

const FILE = new URL('frozen/2023-04-11.json', import.meta.url);
const released: JsonObject = JSON.parse(readFileSync(FILE, 'utf8'));

const changesAfter = (edit: Edit): Promise<string[]> => contractChanges(fileURLToPath(FILE), changed(released, edit));

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

describe('the rules', () => {
  it('are the breaking changes of service.md, in its words and order', () => {
    const { 1: endpoints, 2: parameters, 3: properties, ...others } = RULES;
    expect(properties.replace('response properties', 'request parameters')).toBe(parameters);
    const wanted = [endpoints, `${parameters} or response properties`, ...Object.values(others)].join('; ');
    expect(page('service.md')).toContain(`Backwards-incompatible changes arrive only in new versions: ${wanted}.`);
  });

  it('stand under their numbers on the page of the check', () => {
    const list = [...page('data-api.md').matchAll(/^(\d)\. ([^.]*)\./gm)].map(([, number, rule]) => [number, rule]);
    expect(list).toEqual(Object.entries(RULES));
  });

  it('are each broken by a seeded change', () => {
    const broken = breaking.map(([, , rule]) => rule);
    expect([...new Set(broken)].toSorted()).toEqual(Object.keys(RULES).map(Number));
  });
});

describe('breaking changes', () => {
  it.each(breaking)('are told when %s', async (_, edit, _rule, line) => {
    expect(await changesAfter(edit)).toContain(line);
  });
});

describe('compatible changes', () => {
  it.each(compatible)('pass when %s', async (_, edit) => {
    expect(await changesAfter(edit)).toEqual([]);
  });
});

describe('openapi.yaml', () => {
  it.each(Object.entries(frozenContracts()))('keeps every promise of %s', async (_, frozen) => {
    expect(await contractChanges(frozen, currentContract())).toEqual([]);
  });

  it('makes every change that was accepted with a reason', async () => {
    expect(await staleAcceptedChanges(fileURLToPath(FILE), currentContract())).toEqual([]);
  });
});
