// Generators that this part has anyway make clients of the contract as it is served, sign-in provider included. That they take the document for
// generators is proved by our own clients, which are made from it; the other generators are tried by `npm run test:long`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHEAP_GENERATORS } from '../generators/registered.ts';
import { Walks } from '../generators/walk.ts';

let walks: Walks;
beforeAll(async () => {
  walks = await Walks.open();
});
afterAll(() => walks?.close());

test.each(CHEAP_GENERATORS)('$name makes a client that works, from the served contract', async (generator) => {
  const contract = walks.documents.find(({ path }) => path.endsWith('openapi.yaml'));
  if (contract === undefined) throw new Error('the contract is not served');
  await expect(walks.walk(generator, contract)).resolves.toBeUndefined();
});
