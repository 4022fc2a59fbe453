// The postal address of a customer in the data API: checked by the form of its country, told in events, gone with the person.
import { beforeAll, describe, expect, it } from 'vitest';
import { BERLIN, NO_ADDRESS_PARTS } from '../support/publications/postal.ts';
import { givenPublication, type Fields, type TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let given: TestPublication;
beforeAll(async () => {
  given = await givenPublication(service());
});

const AUSTIN = { country: 'US', name: 'Ada', line1: '1 Main St', city: 'Austin', region: 'TX', postal_code: '73301' };
const TOKYO = { country: 'JP', name: 'Ada', line1: '1-1 Chiyoda', region: 'Tokyo', postal_code: '100-0001' };

let customers = 0;

async function newCustomer(): Promise<string> {
  customers += 1;
  const email = `reader-${customers}@example.test`;
  return (await given.api.post('/customers', { email })).json<{ id: string }>().id;
}

const addressOf = async (id: string) => (await given.api.get(`/customers/${id}`)).json().postal_address;
const set = (id: string, form: Fields) => given.api.post(`/customers/${id}/postal_address`, form);

async function eventsOf(id: string) {
  const { objects } = (await given.api.get('/events?type=customer.updated')).json();
  return objects.filter(({ data }: { data: { id: string } }) => data.id === id);
}

describe('a postal address', () => {
  it('is none at first, replaced as a whole, and removed by an empty country; each change is an event', async () => {
    const id = await newCustomer();
    expect(await addressOf(id)).toBeNull();
    const berlin = { ...NO_ADDRESS_PARTS, ...BERLIN };
    expect((await set(id, { ...BERLIN, country: 'de', city: '  Berlin ' })).json().postal_address).toEqual(berlin);
    const london = { country: 'GB', name: 'Ada', line1: '12 Square', city: 'London', postal_code: 'sw1y 4lb' };
    await set(id, { ...london, line2: 'Flat 2', organization: 'Analytical Engines' });
    // The same address again changes nothing.
    await set(id, { ...london, line2: 'Flat 2', organization: 'Analytical Engines' });
    const shown = { ...NO_ADDRESS_PARTS, ...london, line2: 'Flat 2', organization: 'Analytical Engines' };
    expect(await addressOf(id)).toEqual({ ...shown, postal_code: 'SW1Y 4LB' });
    expect((await set(id, { country: '' })).json().postal_address).toBeNull();
    const told = (await eventsOf(id)).map(({ data, previous }: Record<string, { postal_address: unknown }>) => [
      data?.postal_address,
      previous,
    ]);
    expect(told).toEqual([
      [null, { postal_address: { ...shown, postal_code: 'SW1Y 4LB' } }],
      [{ ...shown, postal_code: 'SW1Y 4LB' }, { postal_address: berlin }],
      [berlin, { postal_address: null }],
    ]);
  });

  it.each([
    ['a state by its code', AUSTIN, 'TX'],
    ['a state by its name', { ...AUSTIN, region: 'texas' }, 'TX'],
    ['a prefecture', TOKYO, 'Tokyo'],
    ['a province', { country: 'IT', name: 'A', line1: 'V', city: 'Roma', region: 'rm', postal_code: '00184' }, 'RM'],
    ['a region that is typed', { country: 'CO', name: 'A', line1: 'C 1', region: 'Bogotá' }, 'Bogotá'],
  ])('takes %s', async (_, form, region) => {
    const answer = await set(await newCustomer(), form);
    expect([answer.statusCode, answer.json().postal_address?.region]).toEqual([200, region]);
  });

  it.each([
    [{ ...BERLIN, country: 'XY' }, 'country must be a code of ISO 3166-1'],
    [{ ...BERLIN, name: ' ' }, 'name is required in an address in DE'],
    [{ ...BERLIN, line1: '' }, 'line1 is required in an address in DE'],
    [{ ...BERLIN, postal_code: '1082' }, 'postal_code has not the form of one in DE'],
    [{ ...BERLIN, region: 'Berlin' }, 'region is not part of an address in DE'],
    [{ ...AUSTIN, region: '' }, 'region is required in an address in US'],
    [{ ...AUSTIN, region: 'Bavaria' }, 'region must be one of those of US: AL, AK'],
    [{ ...TOKYO, city: 'Tokyo' }, 'city is not part of an address in JP'],
    [{ ...BERLIN, line1: 'x'.repeat(101) }, 'line1 must be at most 100 characters long'],
    [{ ...BERLIN, country: 'DEU' }, 'country must be'],
  ])('refuses %o and keeps the former one', async (form, message) => {
    const id = await newCustomer();
    await set(id, BERLIN);
    const answer = await set(id, form);
    expect([answer.statusCode, answer.json().error]).toEqual([
      400,
      { code: 'invalid_param', message: expect.stringContaining(message) },
    ]);
    expect(await addressOf(id)).toEqual({ ...NO_ADDRESS_PARTS, ...BERLIN });
  });

  it('goes with the person, from their events too', async () => {
    const id = await newCustomer();
    await set(id, BERLIN);
    await given.api.post(`/customers/${id}/erase`);
    const left = JSON.stringify(await service().database.knex('customers').where({ id }));
    expect(left).not.toContain('Hauptstraße');
    const [event] = await eventsOf(id);
    expect([event.data.postal_address, event.previous]).toEqual([null, null]);
    expect((await set(id, BERLIN)).statusCode).toBe(404);
  });
});
