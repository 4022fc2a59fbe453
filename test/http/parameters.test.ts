// Parameters of the data API against the contract: the types, the defaults, the sentences (service.md, Limits; decisions: booleans, null).
import { describe, expect, it } from 'vitest';
import { dataApiOperations } from '../../generated/router.ts';
import { readForm } from '../../src/http/bodies/form.ts';
import { parseReading } from '../../src/http/parameters.ts';

const { listMembers, createCustomer, createSubscription } = dataApiOperations;
const IDS = 'customer_id=cus_1&plan_id=plan_1';

function query(text: string): unknown {
  return parseReading(listMembers.query, readForm(Buffer.from(text)));
}
function customer(text: string): unknown {
  return parseReading(createCustomer.form, readForm(Buffer.from(text)));
}
function subscription(text: string): unknown {
  return parseReading(createSubscription.form, readForm(Buffer.from(text)));
}
function invalid(parameter: string | undefined, message: string): unknown {
  return { invalid: { parameter, message } };
}

describe('limit', () => {
  it('is 10 when it is not given', () => {
    expect(query('')).toEqual({ value: { limit: 10 } });
  });

  it('is any integer from 1 to 100', () => {
    for (let limit = 1; limit <= 100; limit += 1) expect(query(`limit=${limit}`)).toEqual({ value: { limit } });
  });

  it.each(['0', '-1', '-999'])('must be at least 1: %s', (text) => {
    expect(query(`limit=${text}`)).toEqual(invalid('limit', 'limit must be at least 1'));
  });

  it.each(['101', '1000', '99999999999999999999999', '9'.repeat(400)])('must be at most 100: %s', (text) => {
    expect(query(`limit=${text}`)).toMatchObject({
      invalid: {
        parameter: 'limit',
        message: expect.stringMatching(/^limit must be (at most 100|an integer from 1 to 100)$/),
      },
    });
  });

  it.each([
    '',
    'abc',
    '1e2',
    '1.0',
    '+5',
    '%205',
    '5%20',
    '0x10',
    'NaN',
    'Infinity',
    '5;6',
    '%D9%A1',
    '%EF%BC%95',
    'true',
    'null',
    '1,2',
    '5n',
  ])('R-B15 must be an integer: %s', (text) => {
    expect(query(`limit=${text}`)).toEqual(invalid('limit', 'limit must be an integer from 1 to 100'));
  });
});

describe('page', () => {
  it.each(['01hv3k8m2q4r6s8t0v2w4x6y8z', '00000000000000000000000000', '7zzzzzzzzzzzzzzzzzzzzzzzzz'])(
    'takes the position %s',
    (page) => {
      expect(query(`page=${page}`)).toEqual({ value: { limit: 10, page } });
    },
  );

  it('is the first page when it is empty', () => {
    expect(query('page=')).toEqual({ value: { limit: 10 } });
  });

  it.each([
    'null',
    '%20',
    '1',
    '81hv3k8m2q4r6s8t0v2w4x6y8z',
    '01HV3K8M2Q4R6S8T0V2W4X6Y8Z',
    '01hv3k8m2q4r6s8t0v2w4x6y8u',
    '01hv3k8m2q4r6s8t0v2w4x6y8z%0A',
    'cus_01hv3k8m2q4r6s8t0v2w4x6y8z',
  ])('refuses "%s"', (text) => {
    expect(query(`page=${text}`)).toEqual(invalid('page', 'page must be the next_page of an earlier answer'));
  });
});

describe('names', () => {
  it.each([
    ['foo=1', 'foo', 'foo is not a parameter of this operation'],
    ['limit[]=1', 'limit[]', 'limit[] is not a parameter of this operation'],
    ['limit[a]=1', 'limit[a]', 'limit[a] is not a parameter of this operation'],
    ['Limit=1', 'Limit', 'Limit is not a parameter of this operation'],
    ['limit=1&limit=1', 'limit', 'limit was sent more than once'],
    ['__proto__=1', '__proto__', '__proto__ is not a parameter of this operation'],
    ['constructor=1', 'constructor', 'constructor is not a parameter of this operation'],
    ['a%0D%0Ab=1', 'a\r\nb', 'a??b is not a parameter of this operation'],
    [`${'x'.repeat(200)}=1`, 'x'.repeat(200), `${'x'.repeat(64)} is not a parameter of this operation`],
    ['limit=%zz', 'limit', 'limit has bad percent-encoding'],
    ['limit=%ff', 'limit', 'limit has bad UTF-8'],
    ['limit=1%00', 'limit', 'limit has NUL'],
    ['%ff=1', undefined, 'The name of a parameter has bad UTF-8'],
    ['&'.repeat(300), undefined, 'At most 200 parameters may be sent'],
  ])('refuses %s', (text, parameter, message) => {
    expect(query(text)).toEqual(invalid(parameter, message));
  });
});

describe('a new customer', () => {
  it.each([
    ['email=ada@example.com', { email: 'ada@example.com' }],
    ['email=+ada@example.com+&name=+Ada+', { email: 'ada@example.com', name: 'Ada' }],
    ['email=zo%C3%AB@b%C3%BCcher.example&name=', { email: 'zoë@bücher.example', name: '' }],
    ['activation_code=+SPRING-7F3K+&name=null', { activation_code: 'SPRING-7F3K', name: 'null' }],
    ['activation_code=abcd+efgh', { activation_code: 'abcd efgh' }],
    ['email=a@b&activation_code=%F0%9F%98%80bcdefgh', { email: 'a@b', activation_code: '😀bcdefgh' }],
    ['email=a@b&name=Null', { email: 'a@b', name: 'Null' }],
  ])('is read from %s', (text, value) => {
    expect(customer(text)).toEqual({ value });
  });

  it.each([
    ['', 'email', 'email is required unless activation_code is given'],
    ['name=Ada', 'email', 'email is required unless activation_code is given'],
    ['email=', 'email', 'email must be an e-mail address such as ada@example.org'],
    ['email=null', 'email', 'email must be an e-mail address such as ada@example.org'],
    ['email=a@b@c.d', 'email', 'email must be an e-mail address such as ada@example.org'],
    ['email=a%20b@c.d', 'email', 'email must be an e-mail address such as ada@example.org'],
    ['email=a@b.c%0D%0ABcc:x@y.z', 'email', 'email must be an e-mail address such as ada@example.org'],
    ['email=a,b@c.d', 'email', 'email must be an e-mail address such as ada@example.org'],
    [`email=${'a'.repeat(65)}@c.d`, 'email', 'email must be an e-mail address such as ada@example.org'],
    ['email=&activation_code=SPRING-7F3K', 'email', 'email must be an e-mail address such as ada@example.org'],
    [
      'activation_code=1234567',
      'activation_code',
      'activation_code must be 8 to 64 characters long, without control characters',
    ],
    [
      'activation_code=+1234567+',
      'activation_code',
      'activation_code must be 8 to 64 characters long, without control characters',
    ],
    [
      `activation_code=${'x'.repeat(65)}`,
      'activation_code',
      'activation_code must be 8 to 64 characters long, without control characters',
    ],
    [
      'activation_code=1234%095678',
      'activation_code',
      'activation_code must be 8 to 64 characters long, without control characters',
    ],
    ['email=a@b.c&name=a%0Ab', 'name', 'name must be at most 255 characters long, without control characters'],
    [
      `email=a@b.c&name=${'x'.repeat(256)}`,
      'name',
      'name must be at most 255 characters long, without control characters',
    ],
  ])('is refused from %s', (text, parameter, message) => {
    expect(customer(text)).toEqual(invalid(parameter, message));
  });
});

describe('a new subscription', () => {
  const terms = 'price_id is required unless complimentary is true, and must be left out or empty when it is';
  it.each([
    ['price_id=price_1', { price_id: 'price_1', complimentary: false }],
    ['price_id=price_1&complimentary=False', { price_id: 'price_1', complimentary: false }],
    ['price_id=price_1&complimentary=0', { price_id: 'price_1', complimentary: false }],
    ['complimentary=true', { complimentary: true }],
    ['complimentary=True&price_id=', { complimentary: true }],
    ['complimentary=1&price_id=null', { complimentary: true }],
  ])('is read from %s', (text, value) => {
    const got = subscription(`${IDS}&${text}`);
    expect(got).toEqual({ value: { customer_id: 'cus_1', plan_id: 'plan_1', ...value } });
  });

  it.each([
    ['', 'customer_id', 'customer_id is required'],
    ['customer_id=cus_1&price_id=x', 'plan_id', 'plan_id is required'],
    [
      'customer_id=&plan_id=x&price_id=x',
      'customer_id',
      'customer_id must be an identifier of 1 to 255 characters without control characters',
    ],
    [IDS, 'price_id', terms],
    [`${IDS}&price_id=`, 'price_id', terms],
    [`${IDS}&price_id=&complimentary=false`, 'price_id', terms],
    [`${IDS}&price_id=price_1&complimentary=true`, 'price_id', terms],
    [`${IDS}&complimentary=`, 'complimentary', 'complimentary must be true or false'],
    [`${IDS}&complimentary=yes`, 'complimentary', 'complimentary must be true or false'],
    [`${IDS}&complimentary=TRUE`, 'complimentary', 'complimentary must be true or false'],
    [`${IDS}&complimentary=null`, 'complimentary', 'complimentary must be true or false'],
  ])('is refused from %s', (text, parameter, message) => {
    expect(subscription(text)).toEqual(invalid(parameter, message));
  });
});
