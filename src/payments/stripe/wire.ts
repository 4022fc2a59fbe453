// How Stripe writes what refers to another object, and times.

/** The id of what is given by its id alone or whole. */
export function idOf(given: string | { readonly id: string }): string {
  return typeof given === 'string' ? given : given.id;
}

/** @param seconds since 1970, as Stripe writes times */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
