// The check that keeps released versions whole, held against seeded changes of every kind that service.md, Versioning, names, and then the
// real thing: openapi.yaml against each frozen version.
import { describe, expect, it } from 'vitest';
import { contractChanges, currentContract, frozenContracts } from '../../scripts/contract-changes.ts';
import { asObject } from '../../scripts/generate/contract.ts';
import { breaking, changed, compatible, type Edit } from './seeded-changes.ts';

const released = asObject(frozenContracts()['2023-04-11']);

const changesAfter = (edit: Edit): string[] => contractChanges(released, changed(released, edit));

describe('breaking changes', () => {
  it.each(breaking)('are told when %s', (_, edit, line) => {
    expect(changesAfter(edit)).toContain(line);
  });
});

describe('compatible changes', () => {
  it.each(compatible)('pass when %s', (_, edit) => {
    expect(changesAfter(edit)).toEqual([]);
  });
});

describe('openapi.yaml', () => {
  it.each(Object.entries(frozenContracts()))('keeps every promise of %s', (_, frozen) => {
    expect(contractChanges(frozen, currentContract())).toEqual([]);
  });
});
