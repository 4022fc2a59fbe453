// A publication with everything that tests need, and a client of its data API.
import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { createNewsletter } from '../../../src/models/catalog/newsletter.ts';
import { createPlan, type Plan } from '../../../src/models/catalog/plan.ts';
import { createPrice, type Price } from '../../../src/models/catalog/price.ts';
import { createApiKey } from '../../../src/models/publication/api-key.ts';
import { createPublication, type Publication } from '../../../src/models/publication/publication.ts';
import { expectDocumentedResponse } from '../service/api-response.ts';
import type { TestService } from '../service/service.ts';

export interface TestPublication {
  readonly publication: Publication;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly plan: Plan;
  readonly price: Price;
  /** A second plan with a price of its own. */
  readonly otherPlan: Plan;
  readonly otherPrice: Price;
  readonly api: ApiClient;
}

export type Fields = Record<string, string>;

export interface GivenPublication {
  readonly siteUrl?: string;
  readonly name?: string;
  /** The end of every name, by which records of publications are told apart. */
  readonly mark?: string;
}

/** A publication on a host of its own, with an API key, two newsletters, two plans and a price of each. */
export async function givenPublication(service: TestService, given: GivenPublication = {}): Promise<TestPublication> {
  const { database, clock, config } = service;
  const siteUrl = given.siteUrl ?? `https://news-${randomBytes(5).toString('hex')}.example.test`;
  const mark = given.mark ?? '';
  return database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, clock, {
      name: given.name ?? 'The Weekly Test',
      siteUrl,
      languages: 'de,en',
    });
    const { apiKey, key } = await createApiKey(publication, transaction, clock, { environment: config.environment });
    const plan = await createPlan(publication, transaction, clock, { slug: 'supporter', name: `Supporter${mark}` });
    const otherPlan = await createPlan(publication, transaction, clock, { slug: 'patron', name: `Patron${mark}` });
    const price = await createPrice(publication, transaction, clock, {
      planId: plan.id,
      amount: 500,
      currency: 'EUR',
      interval: 'month',
    });
    const otherPrice = await createPrice(publication, transaction, clock, {
      planId: otherPlan.id,
      amount: 9900,
      currency: 'EUR',
      interval: 'year',
    });
    await createNewsletter(publication, transaction, clock, { slug: 'weekly', name: `The Weekly${mark}` });
    await createNewsletter(publication, transaction, clock, { slug: 'daily', name: `The Daily${mark}` });
    return {
      publication,
      apiKeyId: apiKey.id,
      apiKey: key,
      plan,
      price,
      otherPlan,
      otherPrice,
      api: new ApiClient(service, key),
    };
  });
}

/** The data API by one key. Every answer is validated against openapi.yaml. */
export class ApiClient {
  readonly #service: TestService;
  readonly #authorization: string | undefined;

  constructor(service: TestService, apiKey: string | undefined) {
    this.#service = service;
    this.#authorization = apiKey === undefined ? undefined : basic(apiKey);
  }

  get(path: string, headers: Fields = {}): Promise<LightMyRequestResponse> {
    return this.request('GET', path, undefined, headers);
  }

  post(path: string, form: Fields | string = {}, headers: Fields = {}): Promise<LightMyRequestResponse> {
    return this.request('POST', path, typeof form === 'string' ? form : new URLSearchParams(form).toString(), headers);
  }

  async request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS',
    path: string,
    body: string | undefined,
    headers: Fields,
  ): Promise<LightMyRequestResponse> {
    const authorization: Fields = this.#authorization === undefined ? {} : { authorization: this.#authorization };
    const type: Fields = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const url = `/2023-04-11${path}`;
    const response = await this.#service.app.inject({
      method,
      url,
      headers: { ...authorization, ...type, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    expectDocumentedResponse(method, url, response);
    return response;
  }
}

export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
