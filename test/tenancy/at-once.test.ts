// Requests of several publications that wait for their turn together: each goes on in its own publication.
import { expect, test } from 'vitest';
import { basic, givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ MAX_WAIT_MILLISECONDS: '5000' });
const REQUESTS = 60;

test('R-T4 requests of three publications at once are answered to each of them', async () => {
  const keys: string[] = [];
  for (let count = 0; count < 3; count += 1) keys.push((await givenPublication(service())).apiKey);
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, nth) =>
      service().app.inject({
        url: '/2023-04-11/members',
        headers: { authorization: basic(keys[nth % keys.length] ?? '') },
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: REQUESTS }, () => 200));
});
