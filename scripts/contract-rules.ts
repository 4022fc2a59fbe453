// The rules between the parameters of a form (the allOf of the exact contract), compared between a released contract and the current one: what was
// good under the released rules has to be good under those of today.
import { resolved } from './generate/contract.ts';
import { asArray, asObject, isArray, type Json, type JsonObject } from './generate/json.ts';

/** A breaking change, such as: POST /2023-04-11/customers: removed the request property `name` (request-property-removed). */
export interface Change {
  readonly operation?: string;
  readonly path?: string;
  readonly text: string;
  /** The id of the check that found it. */
  readonly id: string;
}

/** One way to satisfy a rule. */
interface Alternative {
  readonly required: readonly string[];
  /** The values that a parameter may have; an empty one is the same as none. */
  readonly values: Readonly<Record<string, readonly Json[]>>;
}

interface Rule {
  readonly name: string;
  readonly alternatives: readonly Alternative[];
}

/** The document without the rules of its forms. */
export function withoutRules(document: JsonObject): JsonObject {
  return asObject(strip(document));
}

function strip(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map(strip);
  const isForm = value['properties'] !== undefined && value['allOf'] !== undefined;
  const kept = Object.entries(value).filter(([word]) => !(isForm && word === 'allOf'));
  return Object.fromEntries(kept.map(([name, item]) => [name, item === undefined ? item : strip(item)]));
}

export function tightenedRules(released: JsonObject, current: JsonObject): Change[] {
  const before = rulesOf(released);
  return [...rulesOf(current)].flatMap(([key, rules]) => {
    const known = before.get(key);
    const [operation = '', path = ''] = key.split(' ');
    return known === undefined
      ? []
      : rules
          .filter((rule) => !known.some((old) => implies(old, rule)))
          .map(({ name }) => ({
            operation,
            path,
            text: `tightened the rule \`${name}\``,
            id: 'request-rule-tightened',
          }));
  });
}

/** Whether each way to satisfy the one rule satisfies the other. */
function implies(one: Rule, other: Rule): boolean {
  return one.alternatives.every((given) => other.alternatives.some((wanted) => satisfies(given, wanted)));
}

function satisfies(given: Alternative, wanted: Alternative): boolean {
  return (
    wanted.required.every((name) => given.required.includes(name)) &&
    Object.entries(wanted.values).every(([name, allowed]) =>
      given.values[name]?.every((value) => allowed.includes(value)),
    )
  );
}

/** The rules of each operation with a form, such as: POST /2023-04-11/customers. */
function rulesOf(document: JsonObject): ReadonlyMap<string, readonly Rule[]> {
  const operations = Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, operation]) => {
      const body = method === 'post' ? asObject(operation)['requestBody'] : undefined;
      return body === undefined ? [] : [[`POST ${path}`, rulesOfBody(asObject(resolved(document, body)))] as const];
    }),
  );
  return new Map(operations);
}

function rulesOfBody(body: JsonObject): Rule[] {
  return Object.values(asObject(body['content'])).flatMap((media) =>
    asArray(asObject(asObject(media)['schema'])['allOf']).map((rule) => toRule(asObject(rule))),
  );
}

function toRule(rule: JsonObject): Rule {
  const { parameter = 'a parameter', message = 'without a message' } = asObject(rule['x-rule'] ?? {});
  return {
    name: `${String(parameter)} ${String(message)}`,
    alternatives: asArray(rule['anyOf']).map((item) => toAlternative(asObject(item))),
  };
}

function toAlternative({ required, properties = {} }: JsonObject): Alternative {
  const restricted = Object.entries(asObject(properties)).flatMap(([name, schema]) => {
    const values = asObject(schema)['enum'];
    return values === undefined ? [] : [[name, asArray(values).map((value) => value ?? '')] as const];
  });
  return { required: asArray(required).map(String), values: Object.fromEntries(restricted) };
}
