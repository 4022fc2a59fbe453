// Stripe's notation of references and times.

/** The id of an object that is given by its id or whole. */
export function idOf(given: string | { readonly id: string }): string {
  return typeof given === 'string' ? given : given.id;
}

/** @param seconds since 1970 */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
