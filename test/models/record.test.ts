// Records keep to their publication, whatever values a query is given (src/models/record.ts).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlan, PlanRecord } from '../../src/models/catalog/plan.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
beforeAll(async () => {
  parts = await openParts();
});
afterAll(() => parts.drop());

test('a query with the values of a record of another publication finds nothing', async () => {
  const { database, clock } = parts;
  const [own, other] = [await newPublication(parts), await newPublication(parts)];
  const { id } = await database.transaction((transaction) =>
    createPlan(other, transaction, clock, { slug: 'plan', name: 'Plan' }),
  );
  const foreign = { publicationId: other.id, id };
  expect(await PlanRecord.in(other, database, foreign)).toHaveLength(1);
  expect(await PlanRecord.in(own, database, foreign)).toEqual([]);
  expect(await PlanRecord.find(own, database, foreign)).toBeUndefined();
});
