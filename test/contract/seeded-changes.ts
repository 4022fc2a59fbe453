// Seeded changes of the frozen contract, of every kind that service.md, Versioning, names: what scripts/contract-changes.ts and oasdiff are held against.
import type { JsonObject } from '../../scripts/generate/contract.ts';

const MEMBERS = '/2023-04-11/members';
const CUSTOMERS = '/2023-04-11/customers';
const FORM = 'application/x-www-form-urlencoded';

export type Edit = (contract: Editable) => void;

/** A contract that a test changes by paths such as 'components/schemas/Member'; ~ stands for a slash within a name. */
class Editable {
  readonly #root: JsonObject;

  constructor(contract: JsonObject) {
    this.#root = structuredClone(contract);
  }

  get contract(): JsonObject {
    return this.#root;
  }

  at(path: string): object {
    const found = path
      .split('/')
      .reduce<unknown>((object, name) => Reflect.get(Object(object), name.replaceAll('~', '/')), this.#root);
    if (typeof found !== 'object' || found === null) throw new Error(`nothing at ${path}`);
    return found;
  }

  set(path: string, name: string, value: unknown): void {
    Reflect.set(this.at(path), name, value);
  }

  remove(path: string, name: string): void {
    if (!Reflect.has(this.at(path), name)) throw new Error(`no ${name} at ${path}`);
    Reflect.deleteProperty(this.at(path), name);
  }

  push(path: string, value: unknown): void {
    Reflect.apply(Array.prototype.push, this.at(path), [value]);
  }
}

const pathItem = (path: string): string => `paths/${path.replaceAll('/', '~')}`;
const operation = (path: string, method: string): string => `${pathItem(path)}/${method}`;
const schema = (name: string): string => `components/schemas/${name}`;
const parameter = (name: string, value: object): object => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  ...value,
});

/** The frozen contract with one change. */
export function changed(released: JsonObject, edit: Edit): JsonObject {
  const edited = new Editable(released);
  edit(edited);
  return edited.contract;
}

/** Title, change, and one of the lines that tell of it. */
export const breaking: readonly (readonly [string, Edit, string])[] = [
  [
    'an endpoint is removed',
    (c) => c.remove(pathItem(CUSTOMERS), 'post'),
    'removed endpoint POST /customers: breaks rule 1',
  ],
  ['a path is removed', (c) => c.remove('paths', MEMBERS), 'removed endpoint GET /members: breaks rule 1'],
  [
    'a query parameter is removed',
    (c) => c.set(operation(MEMBERS, 'get'), 'parameters', []),
    'removed query parameter `limit` of GET /members: breaks rule 2',
  ],
  [
    'a query parameter is renamed',
    (c) => c.set('components/parameters/Page', 'name', 'cursor'),
    'removed query parameter `page` of GET /customers: breaks rule 2',
  ],
  [
    'a form parameter is removed',
    (c) => c.remove(`${schema('CreateCustomerForm')}/properties`, 'name'),
    'removed request parameter `name` of POST /customers: breaks rule 2',
  ],
  [
    'a header is removed',
    (c) => c.set(operation(CUSTOMERS, 'post'), 'parameters', []),
    'removed header parameter `Idempotency-Key` of POST /customers: breaks rule 2',
  ],
  [
    'a response property is removed behind two references',
    (c) => c.remove(`${schema('Customer')}/properties`, 'plan_slug'),
    'removed response property `objects[].plan_slug` of GET /customers: breaks rule 3',
  ],
  [
    'the same property, of a single object',
    (c) => c.remove(`${schema('Customer')}/properties`, 'plan_slug'),
    'removed response property `plan_slug` of POST /customers: breaks rule 3',
  ],
  [
    'a property of the error object is removed',
    (c) => c.remove(`${schema('ErrorDetail')}/properties`, 'message'),
    'removed response property `error.message` in answer 400 of GET /members: breaks rule 3',
  ],
  [
    'a response property becomes optional',
    (c) => c.set(schema('MemberPage'), 'required', ['objects']),
    'made response property `next_page` optional of GET /members: breaks rule 3',
  ],
  [
    'a response header is removed',
    (c) => c.remove(`${operation(MEMBERS, 'get')}/responses/200/headers`, 'Request-Id'),
    'removed response header `Request-Id` of GET /members: breaks rule 3',
  ],
  [
    'a required query parameter is added',
    (c) => c.push(`${operation(MEMBERS, 'get')}/parameters`, parameter('plan', { required: true })),
    'added required query parameter `plan` of GET /members: breaks rule 4',
  ],
  [
    'an optional parameter becomes required',
    (c) => c.set('components/parameters/Limit', 'required', true),
    'made query parameter `limit` required of GET /members: breaks rule 4',
  ],
  [
    'a required form parameter is added',
    (c) => {
      c.set(`${schema('CreateSubscriptionForm')}/properties`, 'reason', { type: 'string' });
      c.push(`${schema('CreateSubscriptionForm')}/required`, 'reason');
    },
    'added required request parameter `reason` of POST /subscriptions: breaks rule 4',
  ],
  [
    'an optional form parameter becomes required',
    (c) => c.set(schema('CreateCustomerForm'), 'required', ['name']),
    'made request parameter `name` required of POST /customers: breaks rule 4',
  ],
  [
    'an alternative asks for more',
    (c) => c.push(`${schema('CustomerWithActivationCode')}/required`, 'email'),
    'added required request parameter `email` of POST /customers: breaks rule 4',
  ],
  [
    'a condition is added',
    (c) => c.push(`${schema('CreateSubscriptionForm')}/allOf`, { anyOf: [{ required: ['price_id'] }] }),
    'added a condition to the request body of POST /subscriptions: breaks rule 4',
  ],
  [
    'the body becomes required',
    (c) =>
      c.set(operation('/2023-04-11/subscriptions/{id}/cancel', 'post'), 'requestBody', {
        required: true,
        content: { [FORM]: { schema: { type: 'object' } } },
      }),
    'made the request body required of POST /subscriptions/{id}/cancel: breaks rule 4',
  ],
  [
    'a parameter changes its type',
    (c) => c.set('components/parameters/Limit', 'schema', { type: 'string' }),
    'changed type of query parameter `limit` from integer to string of GET /members: breaks rule 5',
  ],
  [
    'a form parameter changes its type behind a reference',
    (c) => c.set(schema('Complimentary'), 'type', 'string'),
    'changed type of request parameter `complimentary` from boolean to string of POST /subscriptions: breaks rule 5',
  ],
  [
    'a form parameter may no longer be null',
    (c) => c.remove(schema('PersonName'), 'nullable'),
    'changed type of request parameter `name` from string or null to string of POST /customers: breaks rule 5',
  ],
  [
    'a response property changes its type',
    (c) => c.set(`${schema('Member')}/properties/email`, 'type', 'array'),
    'changed type of response property `objects[].email` from string to array of GET /members: breaks rule 5',
  ],
  [
    'the items of an array change their type',
    (c) => c.set(`${schema('Slugs')}/items`, 'type', 'object'),
    'changed type of response property `objects[].newsletter_slugs[]` from string to object of GET /members: breaks rule 5',
  ],
  [
    'a response property may now be null',
    (c) => c.set(`${schema('Member')}/properties/email`, 'nullable', true),
    'changed type of response property `objects[].email` from string to string or null of GET /members: breaks rule 5',
  ],
  [
    'an enum value is removed behind three references',
    (c) => c.set(schema('SubscriptionStatus'), 'enum', ['active']),
    'removed enum value `canceled` of response property `status` of POST /subscriptions: breaks rule 6',
  ],
  [
    'a parameter is restricted to an enum',
    (c) => c.set(schema('Identifier'), 'enum', ['cus_1']),
    'restricted request parameter `customer_id` to an enum of POST /subscriptions: breaks rule 5',
  ],
  [
    'another authentication is demanded',
    (c) => c.set(operation(MEMBERS, 'get'), 'security', [{ accessToken: [] }]),
    'changed authentication of GET /members: breaks rule 7',
  ],
  [
    'a second authentication is demanded',
    (c) => c.set(operation(MEMBERS, 'get'), 'security', [{ apiKey: [], accessToken: [] }]),
    'changed authentication of GET /members: breaks rule 7',
  ],
  [
    'the scheme changes under the same name',
    (c) => c.set('components/securitySchemes/apiKey', 'scheme', 'bearer'),
    'changed authentication of GET /members: breaks rule 7',
  ],
  [
    'the success answer is removed',
    (c) => c.remove(`${operation(MEMBERS, 'get')}/responses`, '200'),
    'removed answer 200 of GET /members: breaks rule 3',
  ],
  [
    'the media type of a body is removed',
    (c) =>
      c.set(`${operation(CUSTOMERS, 'post')}/requestBody`, 'content', {
        'application/json': { schema: { type: 'object' } },
      }),
    'removed request media type `application/x-www-form-urlencoded` of POST /customers: breaks rule 2',
  ],
  [
    'a longest length is lowered',
    (c) => c.set(schema('PersonName'), 'maxLength', 100),
    'lowered maxLength of request parameter `name` from 255 to 100 of POST /customers: breaks rule 5',
  ],
  [
    'a shortest length is raised',
    (c) => c.set(schema('ActivationCode'), 'minLength', 12),
    'raised minLength of request parameter `activation_code` from 8 to 12 of POST /customers: breaks rule 5',
  ],
  [
    'a largest number is lowered',
    (c) => c.set('components/parameters/Limit/schema', 'maximum', 50),
    'lowered maximum of query parameter `limit` from 100 to 50 of GET /members: breaks rule 5',
  ],
  [
    'a smallest number is raised',
    (c) => c.set('components/parameters/Limit/schema', 'minimum', 2),
    'raised minimum of query parameter `limit` from 1 to 2 of GET /members: breaks rule 5',
  ],
  [
    'a limit is set where there was none',
    (c) => c.set(schema('PageCursor'), 'maxLength', 20),
    'set maxLength of query parameter `page` to 20 of GET /members: breaks rule 5',
  ],
  [
    'a pattern is added',
    (c) => c.set(schema('Complimentary'), 'pattern', '^t'),
    'set pattern of request parameter `complimentary` to ^t of POST /subscriptions: breaks rule 5',
  ],
  [
    'a pattern is another',
    (c) => c.set(schema('PageCursor'), 'pattern', '^[0-9]+$'),
    'changed pattern of query parameter `page` of GET /members: breaks rule 5',
  ],
  [
    'a header gets a limit',
    (c) => c.set('components/parameters/IdempotencyKey/schema', 'maxLength', 64),
    'lowered maxLength of header parameter `Idempotency-Key` from 255 to 64 of POST /customers: breaks rule 5',
  ],
];

export const compatible: readonly (readonly [string, Edit])[] = [
  ['nothing changes', () => undefined],
  [
    'an endpoint is added',
    (c) => c.set('paths', '/2023-04-11/plans', { get: { responses: { 200: { description: 'Plans' } } } }),
  ],
  ['a method is added', (c) => c.set(pathItem(CUSTOMERS), 'delete', { responses: {} })],
  [
    'an optional query parameter is added',
    (c) => c.push(`${operation(MEMBERS, 'get')}/parameters`, parameter('email', {})),
  ],
  [
    'an optional header is added',
    (c) => c.push(`${operation(MEMBERS, 'get')}/parameters`, parameter('Accept-Language', { in: 'header' })),
  ],
  [
    'an optional form parameter is added',
    (c) => c.set(`${schema('CreateCustomerForm')}/properties`, 'locale', { type: 'string' }),
  ],
  ['a response property is added', (c) => c.set(`${schema('Member')}/properties`, 'created_at', { type: 'string' })],
  [
    'a required response property is added',
    (c) => {
      c.set(`${schema('Member')}/properties`, 'created_at', { type: 'string' });
      c.push(`${schema('Member')}/required`, 'created_at');
    },
  ],
  [
    'a response header is added',
    (c) => c.set(`${operation(MEMBERS, 'get')}/responses/200/headers`, 'Link', { schema: { type: 'string' } }),
  ],
  [
    'response properties are reordered',
    (c) =>
      c.set(
        schema('Member'),
        'properties',
        Object.fromEntries(Object.entries(c.at(`${schema('Member')}/properties`)).toReversed()),
      ),
  ],
  ['an enum value is added', (c) => c.push(`${schema('SubscriptionStatus')}/enum`, 'paused')],
  ['an error code is added', (c) => c.push(`${schema('ErrorCode')}/enum`, 'teapot')],
  [
    'an error answer is added',
    (c) => c.set(`${operation(MEMBERS, 'get')}/responses`, '418', { description: 'A teapot' }),
  ],
  [
    'a required parameter becomes optional',
    (c) => c.set(schema('CreateSubscriptionForm'), 'required', ['customer_id']),
  ],
  ['a parameter may now be null', (c) => c.set(schema('Identifier'), 'nullable', true)],
  ['a response property is never null any more', (c) => c.remove(`${schema('Member')}/properties/name`, 'nullable')],
  [
    'an alternative is added',
    (c) => c.push(`${schema('EmailOrActivationCode')}/anyOf`, { type: 'object', required: ['name'] }),
  ],
  [
    'texts and examples change',
    (c) => {
      c.set(operation(MEMBERS, 'get'), 'summary', 'Members');
      c.set('components/parameters/Limit', 'example', 50);
    },
  ],
  [
    'a schema is renamed',
    (c) => {
      c.set('components/schemas', 'Reader', c.at(schema('Member')));
      c.set(`${schema('MemberPage')}/properties/objects`, 'items', { $ref: '#/components/schemas/Reader' });
    },
  ],
  [
    'a description of the authentication changes',
    (c) => c.set('components/securitySchemes/apiKey', 'description', 'Your key'),
  ],
  ['a longest length is raised', (c) => c.set(schema('PersonName'), 'maxLength', 500)],
  ['a largest number is raised', (c) => c.set('components/parameters/Limit/schema', 'maximum', 500)],
  ['a limit is taken away', (c) => c.remove(schema('PersonName'), 'maxLength')],
  ['a pattern of a request is taken away', (c) => c.remove(schema('PageCursor'), 'pattern')],
];
