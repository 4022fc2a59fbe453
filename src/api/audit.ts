// What API keys do stands in the audit log of the publication (decisions 37): an entry for each writing operation, in its
// transaction.
import type { Call } from '../http/data-api.ts';
import { actOf, recordAct, recordIn, type Actor } from '../models/staff/audit-entry.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';

/** Returns the caller, whose writes record the operation as an act of its API key. */
export function audited({ clock }: Pick<Service, 'clock'>, caller: Caller, call: Call): Caller {
  const { publication, apiKeyId, apiKeyName, network } = caller;
  const actor: Actor = { kind: 'api_key', id: apiKeyId, name: apiKeyName, network, requestId: call.id };
  const { id } = call.parameters.params as { id?: string };
  return {
    ...caller,
    write: (work) =>
      caller.write(async (transaction) => {
        const result = await work(transaction);
        const act = { name: actOf(call.operationId), recordId: id ?? recordIn(result) };
        await recordAct(publication, transaction, clock, { actor, act });
        return result;
      }),
  };
}
