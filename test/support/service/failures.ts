// An answer of 500 or above fails the test that gets it, documented as it is for every operation, unless the test says that it makes the fault.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Of those who asked for a failure: how many answers were one. */
const expected = new AsyncLocalStorage<{ count: number }>();

/** What the test does here is answered with 500 or above at least once. Throws where nothing was. */
export async function expectFailure<T>(work: () => Promise<T>): Promise<T> {
  const failures = { count: 0 };
  const result = await expected.run(failures, work);
  if (failures.count === 0) throw new Error('no answer was 500 or above, as the test says');
  return result;
}

/** @param what the request, for who reads the error. */
export function refuseFailure(what: string, status: number, body: string): void {
  if (status < 500) return;
  const failures = expected.getStore();
  if (failures === undefined)
    throw new Error(
      `${what} answered ${status}, and the test did not make it fail (expectFailure): ${body.slice(0, 500)}`,
    );
  failures.count += 1;
}
