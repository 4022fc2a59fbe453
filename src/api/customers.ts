// Customers of the data API (service.md, Data API; objects: Resources; decisions 15): create, list, get, update,
// sign out, erase.
import type { components } from '../../generated/types.ts';
import type { SecretKeys } from '../database/secrets.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { updateCustomer, updateNewsletters, updatePostalAddress } from '../models/lifecycle/customer-update.ts';
import { erasePerson } from '../models/lifecycle/erasure.ts';
import { activationUrl, type GivenActivationCode } from '../models/people/activation.ts';
import { listCustomers } from '../models/people/customer-list.ts';
import { getCustomer } from '../models/people/customer-person.ts';
import type { CustomerSummary } from '../models/people/customer-summary.ts';
import { createCustomer } from '../models/people/customer.ts';
import { fromPostalText, parsePostalAddress, toPostalObject } from '../models/postal/postal-address.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { signOutPerson } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { toMoment } from './filters.ts';
import { toDetails, toPersonObject, toPersonRequest } from './person.ts';

type CustomerHandlers = Pick<
  DataApiHandlers<Caller>,
  | 'listCustomers'
  | 'createCustomer'
  | 'getCustomer'
  | 'updateCustomer'
  | 'eraseCustomer'
  | 'signOutCustomer'
  | 'updateCustomerNewsletters'
  | 'updateCustomerPostalAddress'
>;

type ChoiceHandlers = Pick<CustomerHandlers, 'updateCustomerNewsletters' | 'updateCustomerPostalAddress'>;

type ReadHandlers = Pick<CustomerHandlers, 'listCustomers' | 'getCustomer'>;

export function customerHandlers(service: Service): CustomerHandlers {
  return { ...readHandlers(service), ...writeHandlers(service), ...choiceHandlers(service) };
}

function readHandlers({ database, secretKeys }: Service): ReadHandlers {
  return {
    async listCustomers({ query }, { publication }) {
      const { objects, nextPage } = await database.replicaRead((connection) =>
        listCustomers(publication, connection, toPersonRequest(query)),
      );
      return {
        status: 200,
        body: {
          objects: objects.map((customer) => toCustomerObject(secretKeys, customer, publication)),
          next_page: nextPage,
        },
      };
    },

    async getCustomer({ params }, { publication }) {
      return {
        status: 200,
        body: toCustomerObject(secretKeys, await getCustomer(publication, database, params.id), publication),
      };
    },
  };
}

function writeHandlers(service: Service): Omit<CustomerHandlers, keyof ReadHandlers | keyof ChoiceHandlers> {
  const { clock, secretKeys } = service;
  return {
    async createCustomer({ form }, { publication, singleWrite }) {
      const given = { ...toDetails(form), ...toActivationCode(form) };
      const customer = await singleWrite((transaction, entry) =>
        createCustomer(publication, transaction, clock, secretKeys, { ...given, entry }),
      );
      return { status: 200, body: toCustomerObject(secretKeys, customer, publication) };
    },

    async updateCustomer({ params, form }, { publication, write }) {
      const given = { ...toDetails(form), ...toActivationCode(form) };
      const customer = await write((transaction) =>
        updateCustomer(publication, transaction, clock, secretKeys, params.id, given),
      );
      return { status: 200, body: toCustomerObject(secretKeys, customer, publication) };
    },

    async eraseCustomer({ params }, { publication, write }) {
      const erased = await write((transaction) =>
        erasePerson(service, publication, transaction, params.id, 'customer'),
      );
      return { status: 200, body: { id: erased.id, erased: true } };
    },

    async signOutCustomer({ params }, { publication, write }) {
      const { id, sessionsEnded } = await write((transaction) =>
        signOutPerson(publication, transaction, clock, params.id),
      );
      return { status: 200, body: { id, sessions_ended: sessionsEnded } };
    },
  };
}

/** What customers choose on their account page, too. */
function choiceHandlers({ clock, secretKeys }: Service): ChoiceHandlers {
  return {
    async updateCustomerNewsletters({ params, form }, { publication, write }) {
      const slugs = form.newsletter_slugs.split(',').filter((slug) => slug !== '');
      const customer = await write((transaction) =>
        updateNewsletters(publication, transaction, clock, params.id, slugs),
      );
      return { status: 200, body: toCustomerObject(secretKeys, customer, publication) };
    },

    async updateCustomerPostalAddress({ params, form }, { publication, write }) {
      const { country, postal_code: postalCode, ...parts } = form;
      const address = country === '' ? null : parsePostalAddress({ country, postalCode, ...parts });
      const customer = await write((transaction) =>
        updatePostalAddress(publication, transaction, clock, params.id, address),
      );
      return { status: 200, body: toCustomerObject(secretKeys, customer, publication) };
    },
  };
}

function toCustomerObject(
  secretKeys: SecretKeys,
  customer: CustomerSummary,
  publication: PublicationRow,
): components['schemas']['Customer'] {
  return {
    id: customer.id,
    email: customer.email,
    ...toPersonObject(customer),
    postal_address: toPostalObject(fromPostalText(customer.postalAddress)),
    // Decisions 10: null once the person has proved an e-mail address, be it a former one.
    activation_url: customer.activatedAt === null ? activationUrl(secretKeys, publication, customer.id) : null,
  };
}

function toActivationCode(form: {
  readonly activation_code?: string;
  readonly activation_code_expires_at?: string;
}): GivenActivationCode {
  return {
    activationCode: form.activation_code,
    activationCodeExpiresAt: toMoment(form.activation_code_expires_at),
  };
}
