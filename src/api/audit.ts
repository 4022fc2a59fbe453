// What API keys do stands in the audit log of the publication (decisions 37): an entry for each writing operation, in its
// transaction. What concerns the access of a person is a security event besides.
import type { DataApiOperationId } from '../../generated/operation-ids.ts';
import type { Call } from '../http/data-api.ts';
import { PendingEntry, toEntry, type Actor } from '../models/act.ts';
import { actOf, recordAct, recordIn } from '../models/staff/audit-entry.ts';
import type { SecurityEventKind } from '../security/kinds.ts';
import { shownNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';
import type { Caller, Write } from './caller.ts';

const SECURITY_EVENTS: { readonly [Id in DataApiOperationId]?: SecurityEventKind } = {
  signOutCustomer: 'sessions_ended',
  eraseCustomer: 'customer_erased',
  eraseMember: 'customer_erased',
};

/** Returns the caller, whose writes record the operation as an act of its API key. */
export function audited({ clock, securityLog }: Service, caller: Caller, call: Call): Caller {
  const { publication, apiKeyId, apiKeyName, ip } = caller;
  const from = { network: shownNetworkOf(ip) ?? null, requestId: call.id };
  const actor: Actor = { kind: 'api_key', id: apiKeyId, name: apiKeyName, ...from };
  const { id } = call.parameters.params as { id?: string };
  const name = actOf(call.operationId);
  const recorded =
    (write: Write): Write =>
    async (work) => {
      const result = await write(async (transaction) => {
        const entry = new PendingEntry(toEntry(clock, { actor, act: { name } }));
        const made = await work(transaction, entry);
        const act = { name, recordId: id ?? recordIn(made) };
        if (!entry.isWritten) await recordAct(publication, transaction, clock, { actor, act });
        return made;
      });
      const kind = securityEventOf(call);
      const request = { ip, id: call.id };
      const erased = kind === 'customer_erased' ? id : undefined;
      if (kind !== undefined) securityLog.record(kind, { publication, request, record: apiKeyId, erased });
      return result;
    };
  return { ...caller, write: recorded(caller.write), singleWrite: recorded(caller.singleWrite) };
}

function securityEventOf({ operationId, parameters }: Call): SecurityEventKind | undefined {
  const isChange = operationId === 'updateCustomer' || operationId === 'updateMember';
  const { email } = parameters.form as { email?: string };
  return isChange && email !== undefined ? 'email_given' : SECURITY_EVENTS[operationId];
}
