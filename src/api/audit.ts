// What API keys do stands in the audit log of the publication (decisions 37): an entry for each writing operation, in its
// transaction. What concerns the access of a person is a security event besides.
import type { DataApiOperationId } from '../../generated/operation-ids.ts';
import type { Call } from '../http/data-api.ts';
import { actOf, recordAct, recordIn, type Actor } from '../models/staff/audit-entry.ts';
import type { SecurityEventKind } from '../security/kinds.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';

const SECURITY_EVENTS: { readonly [Id in DataApiOperationId]?: SecurityEventKind } = {
  signOutCustomer: 'sessions_ended',
  eraseCustomer: 'customer_erased',
  eraseMember: 'customer_erased',
};

/** Returns the caller, whose writes record the operation as an act of its API key. */
export function audited({ clock, securityLog }: Service, caller: Caller, call: Call): Caller {
  const { publication, apiKeyId, apiKeyName, network } = caller;
  const actor: Actor = { kind: 'api_key', id: apiKeyId, name: apiKeyName, network, requestId: call.id };
  const { id } = call.parameters.params as { id?: string };
  return {
    ...caller,
    write: async (work) => {
      const result = await caller.write(async (transaction) => {
        const made = await work(transaction);
        const act = { name: actOf(call.operationId), recordId: id ?? recordIn(made) };
        await recordAct(publication, transaction, clock, { actor, act });
        return made;
      });
      const kind = securityEventOf(call);
      const request = { ip: network, id: call.id };
      if (kind !== undefined) securityLog.record(kind, { publication, request, record: apiKeyId });
      return result;
    },
  };
}

function securityEventOf({ operationId, parameters }: Call): SecurityEventKind | undefined {
  const isChange = operationId === 'updateCustomer' || operationId === 'updateMember';
  const { email } = parameters.form as { email?: string };
  return isChange && email !== undefined ? 'email_given' : SECURITY_EVENTS[operationId];
}
