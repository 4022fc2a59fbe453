// The links of the contract: whoever follows them from what a program can make or list comes to every operation on one object, as the fuzzing does.
import { expect, test } from 'vitest';
import { currentContract } from '../../scripts/contract-changes.ts';
import { asArray, asObject, type JsonObject } from '../../scripts/generate/json.ts';

const METHODS = ['get', 'post'];

/** The operationIds that each operation of the data API links to; `roots` are those that need no id. */
function readLinks(): { targets: Map<string, string[]>; roots: string[] } {
  const targets = new Map<string, string[]>();
  const roots: string[] = [];
  for (const [path, item] of Object.entries(asObject(currentContract()['paths']))) {
    for (const operation of METHODS.flatMap((method) =>
      method in asObject(item) ? [asObject(asObject(item)[method])] : [],
    )) {
      if (!asArray(operation['tags']).includes('data-api')) continue;
      const id = String(operation['operationId']);
      targets.set(id, targetsOf(operation));
      if (!path.includes('{')) roots.push(id);
    }
  }
  return { targets, roots };
}

function targetsOf(operation: JsonObject): string[] {
  const links = Object.values(asObject(operation['responses'])).flatMap((answer) =>
    Object.values(asObject(asObject(answer)['links'] ?? {})),
  );
  return links.map((link) => String(asObject(link)['operationId']));
}

const { targets, roots } = readLinks();

test('links lead to every operation on one object, from what needs no id', () => {
  const reached = new Set(roots);
  // What is added on the way is visited as well.
  for (const id of reached) for (const target of targets.get(id) ?? []) reached.add(target);
  expect(targets.size - roots.length).toBeGreaterThan(10);
  expect([...targets.keys()].filter((id) => !reached.has(id))).toEqual([]);
});

test('links name operations of the data API', () => {
  expect([...targets.values()].flat().filter((id) => !targets.has(id))).toEqual([]);
});
