// Seeded changes of the frozen contract, of every kind that service.md, Versioning, names: what scripts/contract-changes.ts is held against.
import type { JsonObject } from '../../scripts/generate/json.ts';

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

/**
 * The breaking changes in the words and the order of service.md, Versioning, rule 3. Our choice: removing parameters and removing properties have
 * a number each.
 */
export const RULES = {
  1: 'removing endpoints',
  2: 'removing or renaming request parameters',
  3: 'removing or renaming response properties',
  4: 'adding required parameters or making optional ones required',
  5: 'changing types of parameters or properties',
  6: 'removing enum values',
  7: 'changing authentication or authorization requirements',
} as const;

/** Title, change, the rule that it breaks, and one of the lines that tell of it. */
export const breaking: readonly (readonly [string, Edit, keyof typeof RULES, string])[] = [
  [
    'an endpoint is removed',
    (c) => c.remove(pathItem(CUSTOMERS), 'post'),
    1,
    'POST /2023-04-11/customers: api removed without deprecation (api-removed-without-deprecation)',
  ],
  [
    'a path is removed',
    (c) => c.remove('paths', MEMBERS),
    1,
    'GET /2023-04-11/members: api path removed without deprecation (api-path-removed-without-deprecation)',
  ],
  [
    'a query parameter is removed',
    (c) => c.set(operation(MEMBERS, 'get'), 'parameters', []),
    2,
    'GET /2023-04-11/members: deleted the `query` request parameter `limit` (request-parameter-removed)',
  ],
  [
    'a query parameter is renamed',
    (c) => c.set('components/parameters/Page', 'name', 'cursor'),
    2,
    'GET /2023-04-11/customers: deleted the `query` request parameter `page` (request-parameter-removed)',
  ],
  [
    'a form parameter is removed',
    (c) => c.remove(`${schema('CreateCustomerForm')}/properties`, 'name'),
    2,
    'POST /2023-04-11/customers: removed the request property `name` (request-property-removed)',
  ],
  [
    'a header is removed',
    (c) => c.set(operation(CUSTOMERS, 'post'), 'parameters', []),
    2,
    'POST /2023-04-11/customers: deleted the `header` request parameter `idempotency-key` (request-parameter-removed)',
  ],
  [
    'a response property is removed behind two references',
    (c) => c.remove(`${schema('Customer')}/properties`, 'plan_slug'),
    3,
    'GET /2023-04-11/customers: removed the required property `objects/items/plan_slug` from the response with the `200` status (response-required-property-removed)',
  ],
  [
    'the same property, of a single object',
    (c) => c.remove(`${schema('Customer')}/properties`, 'plan_slug'),
    3,
    'POST /2023-04-11/customers: removed the required property `plan_slug` from the response with the `200` status (response-required-property-removed)',
  ],
  [
    'a property of the error object is removed',
    (c) => c.remove(`${schema('ErrorDetail')}/properties`, 'message'),
    3,
    'GET /2023-04-11/members: removed the required property `error/message` from the response with the `400` status (response-required-property-removed)',
  ],
  [
    'a response property becomes optional',
    (c) => c.set(schema('MemberPage'), 'required', ['objects']),
    3,
    'GET /2023-04-11/members: the response property `next_page` became optional for the status `200` (response-property-became-optional)',
  ],
  [
    'a response header is removed',
    (c) => c.remove(`${operation(MEMBERS, 'get')}/responses/200/headers`, 'Request-Id'),
    3,
    'GET /2023-04-11/members: the mandatory response header `request-id` removed for the status `200` (required-response-header-removed)',
  ],
  [
    'a required query parameter is added',
    (c) => c.push(`${operation(MEMBERS, 'get')}/parameters`, parameter('plan', { required: true })),
    4,
    'GET /2023-04-11/members: added the new required `query` request parameter `plan` (new-required-request-parameter)',
  ],
  [
    'an optional parameter becomes required',
    (c) => c.set('components/parameters/Limit', 'required', true),
    4,
    'GET /2023-04-11/members: the `query` request parameter `limit` became required (request-parameter-became-required)',
  ],
  [
    'a required form parameter is added',
    (c) => {
      c.set(`${schema('CreateSubscriptionForm')}/properties`, 'reason', { type: 'string' });
      c.push(`${schema('CreateSubscriptionForm')}/required`, 'reason');
    },
    4,
    'POST /2023-04-11/subscriptions: added the new required request property `reason` (new-required-request-property)',
  ],
  [
    'an optional form parameter becomes required',
    (c) => c.set(schema('CreateCustomerForm'), 'required', ['name']),
    4,
    'POST /2023-04-11/customers: the request property `name` became required (request-property-became-required)',
  ],
  [
    'an alternative asks for more',
    (c) => c.push(`${schema('CustomerWithActivationCode')}/required`, 'email'),
    4,
    'POST /2023-04-11/customers: tightened the rule `email is required unless activation_code is given` (request-rule-tightened)',
  ],
  [
    'a condition is added',
    (c) => c.push(`${schema('CreateSubscriptionForm')}/allOf`, { anyOf: [{ required: ['price_id'] }] }),
    4,
    'POST /2023-04-11/subscriptions: tightened the rule `a parameter without a message` (request-rule-tightened)',
  ],
  [
    'the body becomes required',
    (c) =>
      c.set(operation('/2023-04-11/subscriptions/{id}/cancel', 'post'), 'requestBody', {
        required: true,
        content: { [FORM]: { schema: { type: 'object' } } },
      }),
    4,
    'POST /2023-04-11/subscriptions/{id}/cancel: added required request body (request-body-added-required)',
  ],
  [
    'a parameter changes its type',
    (c) => c.set('components/parameters/Limit', 'schema', { type: 'string' }),
    5,
    'GET /2023-04-11/members: for the `query` request parameter `limit`, the `type` was widened from `integer` to `string` (request-parameter-type-generalized)',
  ],
  [
    'a form parameter changes its type behind a reference',
    (c) => c.set(schema('Complimentary'), 'type', 'string'),
    5,
    'POST /2023-04-11/subscriptions: the `complimentary` request property `type` changed from `boolean` to `string` (backward compatible) (request-property-type-compatible)',
  ],
  [
    'an alternative allows fewer values',
    (c) => c.set(`${schema('PricedSubscription')}/properties`, 'price_id', { enum: ['price_1'] }),
    5,
    'POST /2023-04-11/subscriptions: tightened the rule `price_id is required unless complimentary is true, and must be null when it is` (request-rule-tightened)',
  ],
  [
    'an alternative is gone from a rule in words of our own',
    (c) => {
      c.remove(schema('CreateCustomerForm'), 'allOf');
      c.set(schema('CreateCustomerForm'), 'x-rules', [
        { parameter: 'email', message: 'is required', anyOf: [{ required: ['email'] }] },
      ]);
    },
    4,
    'POST /2023-04-11/customers: tightened the rule `email is required` (request-rule-tightened)',
  ],
  [
    'a form parameter may no longer be empty',
    (c) => c.set(schema('PersonName'), 'minLength', 1),
    5,
    "POST /2023-04-11/customers: the `name` request property's minLength was increased from `0` to `1` (request-property-min-length-increased)",
  ],
  [
    'the exact pattern is another, beside a pattern for generators that stays',
    (c) => c.set(schema('PageCursor'), 'x-pattern', '^[0-9]+$'),
    5,
    'GET /2023-04-11/members: changed the pattern of the `query` request parameter `page` from `^[0-7][0-9a-hjkmnp-tv-z]{25}$` to `^[0-9]+$` (request-parameter-pattern-changed)',
  ],
  [
    'a response property changes its type',
    (c) => c.set(`${schema('Member')}/properties/email`, 'type', 'array'),
    5,
    "GET /2023-04-11/members: the `objects/items/email` response's property `type` changed from `string` to `array` for status `200` (response-property-type-changed)",
  ],
  [
    'the items of an array change their type',
    (c) => c.set(`${schema('Slugs')}/items`, 'type', 'object'),
    5,
    "GET /2023-04-11/members: the `objects/items/newsletter_slugs/items/` response's property `type` changed from `string` to `object` for status `200` (response-property-type-changed)",
  ],
  [
    'a response property may now be null',
    (c) => c.set(`${schema('Member')}/properties/email`, 'nullable', true),
    5,
    'GET /2023-04-11/members: the response property `objects/items/email` became nullable for the status `200` (response-property-became-nullable)',
  ],
  [
    'an enum value is removed behind three references',
    (c) => c.set(schema('SubscriptionStatus'), 'enum', ['active']),
    6,
    'POST /2023-04-11/subscriptions: removed the `canceled` enum value from the `status` response property for the response status `200` (response-property-enum-value-removed)',
  ],
  [
    'a parameter is restricted to an enum',
    (c) => c.set(schema('Identifier'), 'enum', ['cus_1']),
    5,
    'POST /2023-04-11/subscriptions: request property `customer_id` was restricted to a list of enum values (request-property-became-enum)',
  ],
  [
    'another authentication is demanded',
    (c) => c.set(operation(MEMBERS, 'get'), 'security', [{ accessToken: [] }]),
    7,
    'GET /2023-04-11/members: the endpoint scheme security `accessToken` was added to the API (api-security-added)',
  ],
  [
    'a second authentication is demanded',
    (c) => c.set(operation(MEMBERS, 'get'), 'security', [{ apiKey: [], accessToken: [] }]),
    7,
    'GET /2023-04-11/members: the endpoint scheme security `accessToken AND apiKey` was added to the API (api-security-added)',
  ],
  [
    'the scheme changes under the same name',
    (c) => c.set('components/securitySchemes/apiKey', 'scheme', 'bearer'),
    7,
    'any path: changed the security scheme `apiKey` (security-scheme-changed)',
  ],
  [
    'the success answer is removed',
    (c) => c.remove(`${operation(MEMBERS, 'get')}/responses`, '200'),
    3,
    'GET /2023-04-11/members: removed the success response with the status `200` (response-success-status-removed)',
  ],
  [
    'the media type of a body is removed',
    (c) =>
      c.set(`${operation(CUSTOMERS, 'post')}/requestBody`, 'content', {
        'application/json': { schema: { type: 'object' } },
      }),
    2,
    'POST /2023-04-11/customers: removed the media type `application/x-www-form-urlencoded` from the request body (request-body-media-type-removed)',
  ],
  [
    'a longest length is lowered',
    (c) => c.set(schema('PersonName'), 'maxLength', 100),
    5,
    "POST /2023-04-11/customers: the `name` request property's maxLength was decreased to `100` (request-property-max-length-decreased)",
  ],
  [
    'a shortest length is raised',
    (c) => c.set(schema('ActivationCode'), 'minLength', 12),
    5,
    "POST /2023-04-11/customers: the `activation_code` request property's minLength was increased from `8` to `12` (request-property-min-length-increased)",
  ],
  [
    'a largest number is lowered',
    (c) => c.set('components/parameters/Limit/schema', 'maximum', 50),
    5,
    'GET /2023-04-11/members: for the `query` request parameter `limit`, the max was decreased from `100.00` to `50.00` (request-parameter-max-decreased)',
  ],
  [
    'a smallest number is raised',
    (c) => c.set('components/parameters/Limit/schema', 'minimum', 2),
    5,
    'GET /2023-04-11/members: for the `query` request parameter `limit`, the min was increased from `1.00` to `2.00` (request-parameter-min-increased)',
  ],
  [
    'a limit is set where there was none',
    (c) => c.set(schema('PageCursor'), 'maxLength', 20),
    5,
    'GET /2023-04-11/members: for the `query` request parameter `page`, the maxLength was set to `20` (request-parameter-max-length-set)',
  ],
  [
    'a pattern is added',
    (c) => c.set(schema('Complimentary'), 'pattern', '^t'),
    5,
    'POST /2023-04-11/subscriptions: added the pattern `^t` to the request property `complimentary` (request-property-pattern-added)',
  ],
  [
    'a pattern is another',
    (c) => c.set(schema('PageCursor'), 'pattern', '^[0-9]+$'),
    5,
    'GET /2023-04-11/members: changed the pattern of the `query` request parameter `page` from `^[0-7][0-9a-hjkmnp-tv-z]{25}$` to `^[0-9]+$` (request-parameter-pattern-changed)',
  ],
  [
    'a header gets a limit',
    (c) => c.set('components/parameters/IdempotencyKey/schema', 'maxLength', 64),
    5,
    'POST /2023-04-11/customers: for the `header` request parameter `idempotency-key`, the maxLength was decreased from `255` to `64` (request-parameter-max-length-decreased)',
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
  ['a form parameter is not said to be null any more', (c) => c.remove(schema('PersonName'), 'nullable')],
  [
    'a rule is said in words of our own',
    (c) => {
      c.remove(schema('CreateCustomerForm'), 'allOf');
      c.set(schema('CreateCustomerForm'), 'x-rules', [
        {
          parameter: 'email',
          message: 'or a code',
          anyOf: [{ required: ['activation_code'] }, { required: ['email'] }],
        },
      ]);
    },
  ],
  ['a rule is taken away', (c) => c.remove(schema('CreateCustomerForm'), 'allOf')],
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
