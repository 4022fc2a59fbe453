// JSON values, and how the generator reads them where the contract has an object or a list.
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export function asObject(value: Json | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || isArray(value))
    throw new TypeError(`expected an object in the contract, found ${JSON.stringify(value)}`);
  return value;
}

export function asArray(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || typeof value !== 'object' || !isArray(value)) return [];
  return value;
}

/** Whether it is a list, in a way that narrows readonly types. */
export function isArray(value: JsonObject | readonly Json[]): value is readonly Json[] {
  return Array.isArray(value);
}
