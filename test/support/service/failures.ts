// An answer of 500 or above fails the test that gets it, although it is documented for every operation, unless the test expects it.
import { AsyncLocalStorage } from 'node:async_hooks';

/** The counts of failures, of the calls of expectFailure under way. */
const expected = new AsyncLocalStorage<{ count: number }>();

/** Runs work that has to be answered with 500 or above at least once. Throws where no answer was. */
export async function expectFailure<T>(work: () => Promise<T>): Promise<T> {
  const failures = { count: 0 };
  const result = await expected.run(failures, work);
  if (failures.count === 0) throw new Error('no answer was 500 or above, as the test says');
  return result;
}

/** Runs work whose answers the test checks itself. */
export function permitFailure<T>(work: () => Promise<T>): Promise<T> {
  return expected.run({ count: 0 }, work);
}

export function isFailureExpected(): boolean {
  return expected.getStore() !== undefined;
}

/** @param what the request, for the error message */
export function refuseFailure(what: string, status: number, body: string): void {
  if (status < 500) return;
  const failures = expected.getStore();
  if (failures === undefined)
    throw new Error(
      `${what} answered ${status}, and the test did not make it fail (expectFailure): ${body.slice(0, 500)}`,
    );
  failures.count += 1;
}
