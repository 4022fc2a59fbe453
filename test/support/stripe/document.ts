// Validates answers of the test double by Stripe's OpenAPI document, which comes with stripe-mock. Missing fields are allowed, since the double omits
// what nobody reads; unknown fields and wrong types are not.
import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: Schema } } }>
  >;
}

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export class StripeDocument {
  readonly #document: Document;

  /** @param file made by the set-up of the tests */
  constructor(file: string) {
    this.#document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  }

  get version(): string {
    return this.#document.info.version;
  }

  /** The faults of a successful answer to that call. */
  faultsOf(method: string, path: string, body: unknown): string[] {
    const operation = this.#operation(method, path);
    const schema = operation?.responses['200']?.content?.['application/json']?.schema;
    return schema === undefined ? [`Stripe has no ${method} ${path}`] : this.#check(schema, body, '');
  }

  /** A literal path takes precedence over one with a parameter. */
  #operation(method: string, path: string): Operation | undefined {
    const fits = (template: string): boolean => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const found = Object.keys(this.#document.paths)
      .filter(fits)
      .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
    return found === undefined ? undefined : this.#document.paths[found]?.[method.toLowerCase()];
  }

  #check(given: Schema, value: unknown, at: string): string[] {
    const schema = this.#resolve(given);
    if (value === null) return schema.nullable === true || given.nullable === true ? [] : [`${at} is null`];
    if (schema.anyOf !== undefined) return this.#checkAny(schema.anyOf, value, at);
    if (schema.enum !== undefined && !schema.enum.includes(value))
      return [`${at} is ${String(value)}, not one of ${schema.enum.join(', ')}`];
    if (Array.isArray(value))
      return schema.type === 'array'
        ? value.flatMap((entry, index) => this.#check(schema.items ?? {}, entry, `${at}[${index}]`))
        : [`${at} is an array`];
    if (typeof value === 'object')
      return schema.type === 'object' ? this.#checkObject(schema, value, at) : [`${at} is an object`];
    const isOfType = schema.type === undefined || typeof value === (schema.type === 'integer' ? 'number' : schema.type);
    return isOfType ? [] : [`${at} is a ${typeof value}, not of type ${schema.type}`];
  }

  #checkObject({ properties = {}, additionalProperties }: Schema, value: object, at: string): string[] {
    return Object.entries(value).flatMap(([name, entry]) => {
      const schema = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
      return schema === undefined ? [`${at}.${name} is not known`] : this.#check(schema, entry, `${at}.${name}`);
    });
  }

  /** The faults against the alternative that fits best. */
  #checkAny(schemas: readonly Schema[], value: unknown, at: string): string[] {
    const faults = schemas.map((schema) => this.#check(schema, value, at)).toSorted((a, b) => a.length - b.length);
    return faults[0] ?? [];
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const found = this.#document.components.schemas[name];
    if (found === undefined) throw new Error(`Stripe's document has no ${name}`);
    return found;
  }
}
