// A question that many ask at the same time: how far the primary has written.
import { expect, test } from 'vitest';
import { SharedQuestion } from '../../src/database/postgres/shared-question.ts';

test('is asked once for all who come while another is under way, and nobody gets an answer from before they came', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const question = new SharedQuestion(() => {
    const made = Promise.withResolvers<string>();
    asked.push(made);
    return made.promise;
  });
  const first = question.ask();
  const [second, third] = [question.ask(), question.ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('before');
  expect(await first).toBe('before');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve('after');
  expect(await Promise.all([second, third])).toEqual(['after', 'after']);
});
