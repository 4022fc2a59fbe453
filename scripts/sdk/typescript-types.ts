// TypeScript types of the contract's schemas, under their names. Types of answers are open: enumerations admit further values, as the contract may
// grow within a version. Types of requests are exact.
import { type Contract } from '../generate/contract.ts';
import { exactContract } from '../generate/exact.ts';
import { asArray, asObject, type Json, type JsonObject } from '../generate/json.ts';
import { docComment, pascal } from './words.ts';

const REF = '#/components/schemas/';
/** Keywords of a schema that restrict values and not types. */
const VALUE_WORDS = new Set([
  'description',
  'example',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'default',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'deprecated',
  'title',
]);
const TYPE_WORDS = new Set([
  '$ref',
  'type',
  'nullable',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'allOf',
]);

/** The file of all types that the operations use. */
export function typesFile(contract: Contract): string {
  // The rules between the parameters of a form are types as well.
  const schemas = asObject(asObject(exactContract(contract.document)['components'])['schemas']);
  const answered = reachable(
    schemas,
    contract.operations.flatMap(({ answers }) =>
      answers.flatMap(({ status, schemaName }) => (status < 300 && schemaName !== undefined ? [schemaName] : [])),
    ),
  );
  const sent = reachable(
    schemas,
    contract.operations.flatMap(({ parts }) => refsIn([parts.form, parts.query])),
  );
  const names = Object.keys(schemas).filter((name) => answered.has(name) || sent.has(name) || name === 'ErrorCode');
  const declarations = names.map((name) =>
    declaration(name, asObject(schemas[name]), answered.has(name) || !sent.has(name)),
  );
  const queries = contract.operations.flatMap(({ operationId, parts: { query } }) =>
    query === undefined ? [] : [declaration(`${pascal(operationId)}Parameters`, query, false)],
  );
  return [...declarations, ...queries].join('\n');
}

/** The type of a schema. Throws for an unknown keyword, rather than ignore it. */
function typeOf(schema: JsonObject, isOpen: boolean, indent = ''): string {
  const unknown = Object.keys(schema).find(
    (word) => !VALUE_WORDS.has(word) && !TYPE_WORDS.has(word) && !word.startsWith('x-'),
  );
  if (unknown !== undefined) throw new TypeError(`the types have no word for ${unknown} of a schema`);
  const type = plainType(schema, isOpen, indent);
  const isNullable = schema['nullable'] === true || (!isOpen && canBeEmpty(schema));
  return isNullable && type !== 'unknown' ? `${type} | null` : type;
}

/** Our client sends null as an empty text, which is how a form clears a value. */
function canBeEmpty({ type, enum: listed, minLength, pattern }: JsonObject): boolean {
  if (listed !== undefined) return asArray(listed).includes('');
  const isLong = typeof minLength === 'number' && minLength > 0;
  return type === 'string' && !isLong && new RegExp(String(pattern ?? ''), 'u').test('');
}

function plainType(schema: JsonObject, isOpen: boolean, indent: string): string {
  const ref = schema['$ref'];
  if (typeof ref === 'string') return ref.slice(REF.length);
  if (schema['enum'] !== undefined) return values(asArray(schema['enum']), isOpen);
  const own = ownType(schema, isOpen, indent) ?? 'unknown';
  return [own, ...asArray(schema['allOf']).map((rule) => ruleType(schema, asObject(rule), indent))].join(' & ');
}

/** A rule between the parameters of a form: one of its alternatives, each of which requires some of the form's properties or restricts their values. */
function ruleType(form: JsonObject, rule: JsonObject, indent: string): string {
  const known = asObject(form['properties']);
  const alternatives = asArray(rule['anyOf']).map((item) => {
    const { required, properties = {} } = asObject(item);
    const restricted = asObject(properties);
    const names = [...new Set([...asArray(required).map(String), ...Object.keys(restricted)])];
    return objectType(
      { required, properties: Object.fromEntries(names.map((name) => [name, restricted[name] ?? known[name]])) },
      false,
      indent,
    );
  });
  return `(${alternatives.join(' | ')})`;
}

function ownType(schema: JsonObject, isOpen: boolean, indent: string): string | undefined {
  switch (schema['type']) {
    case 'string':
    case 'boolean':
      return schema['type'];
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${typeOf(asObject(schema['items']), isOpen, indent)})[]`.replace(
        /^readonly \(([\w.]+)\)/,
        'readonly $1',
      );
    case 'object':
      return objectType(schema, isOpen, indent);
    case undefined:
      return schema['properties'] === undefined ? undefined : objectType(schema, isOpen, indent);
    default:
      throw new TypeError(`the types have no word for the type ${String(schema['type'])}`);
  }
}

function objectType(schema: JsonObject, isOpen: boolean, indent: string): string {
  const inner = `${indent}  `;
  const required = new Set(asArray(schema['required']));
  const properties = Object.entries(asObject(schema['properties'] ?? {})).map(([name, value]) => {
    const property = asObject(value);
    const comment = docComment(
      typeof property['description'] === 'string' ? property['description'] : undefined,
      inner,
    );
    // In requests `undefined` means "not given", whatever the caller's compiler settings.
    const [mark, none] = required.has(name) ? ['', ''] : ['?', isOpen ? '' : ' | undefined'];
    return `${comment}${inner}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${mark}: ${typeOf(property, isOpen, inner)}${none};\n`;
  });
  const further = schema['additionalProperties'];
  if (further !== undefined && further !== false)
    properties.push(
      `${inner}readonly [name: string]: ${further === true ? 'unknown' : typeOf(asObject(further), isOpen, inner)};\n`,
    );
  return `{\n${properties.join('')}${indent}}`;
}

function values(list: readonly Json[], isOpen: boolean): string {
  const literals = list.map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value)));
  return isOpen && list.every((value) => typeof value === 'string')
    ? [...literals, '(string & {})'].join(' | ')
    : literals.join(' | ');
}

function declaration(name: string, schema: JsonObject, isOpen: boolean): string {
  const comment = docComment(typeof schema['description'] === 'string' ? schema['description'] : undefined, '');
  const type = typeOf(schema, isOpen);
  return type.startsWith('{') && type.endsWith('}') && !type.includes('} & ')
    ? `${comment}export interface ${name} ${type}\n`
    : `${comment}export type ${name} = ${type};\n`;
}

function refsIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)].map(
    ([, name = '']) => name,
  );
}

function reachable(schemas: JsonObject, from: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    refsIn(schemas[name]).forEach(visit);
  };
  from.forEach(visit);
  return found;
}
