// The exact contract: openapi.yaml with the words of its own turned into JSON Schema. The published contract says these things in a way that every
// generator of clients takes: a pattern that is no regular expression in other languages, and rules between parameters, become unusable clients.
import { asArray, asObject, isArray, type Json, type JsonObject } from './json.ts';

/**
 * - `x-pattern`, in the regular expressions of JavaScript, is the `pattern`,
 * - `x-rules` of a form are its `allOf`, each with its parameter and message as `x-rule`,
 * - `x-request-body` of a link is its `requestBody`, which openapi-generator takes for a text.
 */
export function exactContract(document: JsonObject): JsonObject {
  return asObject(exact(document));
}

function exact(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map(exact);
  const { 'x-pattern': pattern, 'x-rules': rules, 'x-request-body': requestBody, ...rest } = asObject(value);
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, item === undefined ? item : exact(item)])),
    ...(pattern === undefined ? {} : { pattern }),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(rules === undefined ? {} : { allOf: asArray(rules).map(exactRule) }),
  };
}

function exactRule(rule: Json): JsonObject {
  const { parameter, message, ...schema } = asObject(rule);
  return { ...schema, 'x-rule': { parameter, message } };
}
