// Breaking changes of schemas. A request must go on taking what it took, an answer must go on being what it was (service.md, Versioning):
// so a new optional parameter, property or enum value passes, and removing one, another type, a new requirement or a tighter limit
// of what may be sent does not. A tighter limit, a pattern or an enum where there was none counts as another type.
import { asArray, asObject, type Json, type JsonObject } from '../generate/contract.ts';
import { breaks, type Change } from './rules.ts';

export interface Place {
  readonly direction: 'request' | 'response';
  /** What changes are said of: 'response property', or a parameter by its name. */
  readonly name: string;
  /** Of a property within the whole, such as objects[].plan_slug. */
  readonly path?: string;
}

/** What parameters or properties are part of. */
const WHOLE: Readonly<Record<string, string>> = {
  'request parameter': 'the request body',
  'response property': 'the response body',
};
const ALTERNATIVES = ['anyOf', 'oneOf'] as const;
const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER_LIMITS = ['minimum', 'minLength', 'minItems', 'minProperties'];

/** Both schemas are without $ref. */
export function schemaChanges(before: JsonObject, after: JsonObject, place: Place): Change[] {
  const [old, next] = [flattened(before), flattened(after)];
  const type = typeChange(old, next, place);
  if (type !== undefined) return [type];
  return [
    ...enumChanges(old, next, place),
    ...limitChanges(old, next, place),
    ...propertyChanges(old, next, place),
    ...itemChanges(old, next, place),
    ...alternativeChanges(old, next, place),
  ];
}

/** The schema with the properties and requirements of its allOf laid into it. */
function flattened(schema: JsonObject): JsonObject {
  const parts = asArray(schema['allOf']).map((item) => flattened(asObject(item)));
  const properties = Object.assign({}, ...parts.map((item) => part(item['properties'])), part(schema['properties']));
  const required = [schema, ...parts].flatMap((item) => asArray(item['required']));
  return { ...parts[0], ...schema, properties, required };
}

function part(value: Json | undefined): JsonObject {
  return value === undefined ? {} : asObject(value);
}

function said({ name, path }: Place): string {
  return path === undefined ? (WHOLE[name] ?? name) : `${name} \`${path}\``;
}

function typeChange(before: JsonObject, after: JsonObject, place: Place): Change | undefined {
  const [from, to] = [typeOf(before), typeOf(after)];
  if (from !== to) return breaks(5, `changed type of ${said(place)} from ${from} to ${to}`);
  const [wasNull, isNull] = [before['nullable'] === true, after['nullable'] === true];
  // An answer that may now be null surprises its reader; a request that may no longer be null refuses its sender.
  const broken = place.direction === 'response' ? !wasNull && isNull : wasNull && !isNull;
  return broken
    ? breaks(
        5,
        `changed type of ${said(place)} from ${from}${wasNull ? ' or null' : ''} to ${to}${isNull ? ' or null' : ''}`,
      )
    : undefined;
}

function typeOf(schema: JsonObject): string {
  const format = schema['format'] === undefined ? '' : ` (${String(schema['format'])})`;
  return schema['type'] === undefined ? 'any' : `${String(schema['type'])}${format}`;
}

function enumChanges(before: JsonObject, after: JsonObject, place: Place): Change[] {
  const [old, next] = [before['enum'], after['enum']];
  if (old === undefined)
    return next !== undefined && place.direction === 'request'
      ? [breaks(5, `restricted ${said(place)} to an enum`)]
      : [];
  if (next === undefined) return [];
  const removed = asArray(old).filter((value) => !asArray(next).includes(value));
  return removed.map((value) => breaks(6, `removed enum value \`${String(value)}\` of ${said(place)}`));
}

/** A request that was good is refused by a tighter limit; what an answer keeps to may change, as no rule speaks of it. */
function limitChanges(before: JsonObject, after: JsonObject, place: Place): Change[] {
  if (place.direction === 'response') return [];
  return [
    ...UPPER_LIMITS.flatMap((word) => limitChange(word, before[word], after[word], place, 'lowered')),
    ...LOWER_LIMITS.flatMap((word) => limitChange(word, before[word], after[word], place, 'raised')),
    ...patternChange(before['pattern'], after['pattern'], place),
  ];
}

function limitChange(
  word: string,
  from: Json | undefined,
  to: Json | undefined,
  place: Place,
  change: 'lowered' | 'raised',
): Change[] {
  if (typeof to !== 'number') return [];
  if (typeof from !== 'number') return [breaks(5, `set ${word} of ${said(place)} to ${to}`)];
  const isTighter = change === 'lowered' ? to < from : to > from;
  return isTighter ? [breaks(5, `${change} ${word} of ${said(place)} from ${from} to ${to}`)] : [];
}

/** Whether another pattern takes all that the former one took cannot be told: it counts as one that does not. */
function patternChange(from: Json | undefined, to: Json | undefined, place: Place): Change[] {
  if (typeof to !== 'string' || from === to) return [];
  return [
    breaks(
      5,
      typeof from === 'string' ? `changed pattern of ${said(place)}` : `set pattern of ${said(place)} to ${to}`,
    ),
  ];
}

function propertyChanges(before: JsonObject, after: JsonObject, place: Place): Change[] {
  const [old, next] = [part(before['properties']), part(after['properties'])];
  const [wasRequired, isRequired] = [asArray(before['required']), asArray(after['required'])];
  const changes: Change[] = [];
  for (const [name, schema] of Object.entries(old)) {
    const at = placeOf(place, name);
    if (next[name] === undefined) changes.push(breaks(place.direction === 'request' ? 2 : 3, `removed ${said(at)}`));
    else
      changes.push(
        ...requirementChange(wasRequired.includes(name), isRequired.includes(name), at),
        ...schemaChanges(part(schema), part(next[name]), at),
      );
  }
  const added =
    place.direction === 'request'
      ? isRequired.map(String).filter((name) => old[name] === undefined && !wasRequired.includes(name))
      : [];
  return [...changes, ...added.map((name) => breaks(4, `added required ${said(placeOf(place, name))}`))];
}

function placeOf(place: Place, name: string): Place {
  return { ...place, path: place.path === undefined ? name : `${place.path}.${name}` };
}

function requirementChange(wasRequired: boolean, isRequired: boolean, place: Place): Change[] {
  if (place.direction === 'request')
    return !wasRequired && isRequired ? [breaks(4, `made ${said(place)} required`)] : [];
  return wasRequired && !isRequired ? [breaks(3, `made ${said(place)} optional`)] : [];
}

function itemChanges(before: JsonObject, after: JsonObject, place: Place): Change[] {
  if (before['items'] === undefined) return [];
  return schemaChanges(part(before['items']), part(after['items']), { ...place, path: `${place.path ?? ''}[]` });
}

/** Each condition of before must be there, as it was or compatibly changed; a request may not meet with one more. */
function alternativeChanges(before: JsonObject, after: JsonObject, place: Place): Change[] {
  const [old, next] = [conditionsOf(before), conditionsOf(after)];
  const added =
    place.direction === 'request' && next.length > old.length ? [breaks(4, `added a condition to ${said(place)}`)] : [];
  const lost =
    place.direction === 'response' && next.length < old.length
      ? [breaks(5, `removed the alternatives of ${said(place)}`)]
      : [];
  const kept =
    next.length === 0
      ? []
      : old.flatMap((condition) => fewest(next.map((candidate) => conditionChanges(condition, candidate, place))));
  return [...added, ...lost, ...kept];
}

function conditionChanges(before: readonly JsonObject[], after: readonly JsonObject[], place: Place): Change[] {
  return before.flatMap((alternative) =>
    fewest(after.map((candidate) => schemaChanges(alternative, candidate, place))),
  );
}

function fewest(candidates: readonly Change[][]): Change[] {
  return candidates.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

/** The lists of alternatives that the schema demands one of, its allOf included. */
function conditionsOf(schema: JsonObject): JsonObject[][] {
  const own = ALTERNATIVES.flatMap((word) =>
    schema[word] === undefined ? [] : [asArray(schema[word]).map((item) => asObject(item))],
  );
  return [...own, ...asArray(schema['allOf']).flatMap((item) => conditionsOf(asObject(item)))];
}
