// Members of the data API: customers with an e-mail address, represented by their memb_ ids (service.md, Member object;
// decisions 1 and 15).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { updateMember } from '../models/lifecycle/customer-update.ts';
import { erasePerson } from '../models/lifecycle/erasure.ts';
import { listMembers } from '../models/people/customer-list.ts';
import { getMember } from '../models/people/customer-person.ts';
import { toMemberId, type MemberSummary } from '../models/people/customer-summary.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { toDetails, toPersonObject, toPersonRequest } from './person.ts';

type MemberHandlers = Pick<DataApiHandlers<Caller>, 'listMembers' | 'getMember' | 'updateMember' | 'eraseMember'>;

export function memberHandlers(service: Service): MemberHandlers {
  const { database, clock, secretKeys } = service;
  return {
    async listMembers({ query }, { publication }) {
      const { objects, nextPage } = await database.replicaRead((connection) =>
        listMembers(publication, connection, toPersonRequest(query)),
      );
      return { status: 200, body: { objects: objects.map(toMemberObject), next_page: nextPage } };
    },

    async getMember({ params }, { publication }) {
      return { status: 200, body: toMemberObject(await getMember(publication, database, params.id)) };
    },

    async updateMember({ params, form }, { publication, write }) {
      const member = await write((transaction) =>
        updateMember(publication, transaction, clock, secretKeys, params.id, toDetails(form)),
      );
      return { status: 200, body: toMemberObject(member) };
    },

    async eraseMember({ params }, { publication, write }) {
      const erased = await write((transaction) => erasePerson(service, publication, transaction, params.id, 'member'));
      return { status: 200, body: { id: toMemberId(erased.id), erased: true } };
    },
  };
}

function toMemberObject(customer: MemberSummary): components['schemas']['Member'] {
  return { id: toMemberId(customer.id), email: customer.email, ...toPersonObject(customer) };
}
