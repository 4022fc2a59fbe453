// Customers and members of the data API (service.md, Data API; objects: Resources).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { activationUrl } from '../models/activation.ts';
import { createCustomer, toMemberId, type CustomerSummary, type MemberSummary } from '../models/customer.ts';
import { listCustomers, listMembers } from '../models/customer-list.ts';
import type { PublicationRow } from '../models/publication.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';

type CustomerHandlers = Pick<DataApiHandlers<Caller>, 'listMembers' | 'listCustomers' | 'createCustomer'>;

export function customerHandlers({ database, clock, secretKeys }: Service): CustomerHandlers {
  return {
    async listMembers({ query }, { publication }) {
      const { objects, nextPage } = await listMembers(publication, database, query);
      return { status: 200, body: { objects: objects.map(toMemberObject), next_page: nextPage } };
    },

    async listCustomers({ query }, { publication }) {
      const { objects, nextPage } = await listCustomers(publication, database, query);
      return { status: 200, body: { objects: objects.map((customer) => toCustomerObject(customer, publication)), next_page: nextPage } };
    },

    async createCustomer({ form }, { publication, write }) {
      const given = { email: form.email, name: form.name, activationCode: form.activation_code };
      const customer = await write((transaction) => createCustomer(publication, transaction, clock, secretKeys, given));
      return { status: 200, body: toCustomerObject(customer, publication) };
    },
  };

  function toCustomerObject(customer: CustomerSummary, publication: PublicationRow): components['schemas']['Customer'] {
    return {
      id: customer.id,
      email: customer.email,
      name: customer.name,
      newsletter_slugs: customer.newsletterSlugs,
      plan_slug: customer.planSlug,
      // Decisions 10: null once the person has proved an e-mail address, be it a former one.
      activation_url: customer.activatedAt === null ? activationUrl(secretKeys, publication, customer.id) : null,
    };
  }
}

function toMemberObject(customer: MemberSummary): components['schemas']['Member'] {
  return {
    id: toMemberId(customer.id),
    email: customer.email,
    name: customer.name,
    newsletter_slugs: customer.newsletterSlugs,
    plan_slug: customer.planSlug,
  };
}
