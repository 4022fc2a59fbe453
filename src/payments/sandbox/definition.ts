// The definition of the sandbox among the gateways: in a test environment, it collects for every publication that no
// other gateway is connected to.
import type { GatewayDefinition } from '../gateway-definition.ts';
import { SandboxGateway } from './gateway.ts';
import { proceedAll } from './renewals.ts';
import { sendSandboxEvents } from './send.ts';
import { readLargestClockOffset, sandboxClockOffset } from './settings.ts';
import { SANDBOX_VERBS } from './verbs.ts';

export const SANDBOX: GatewayDefinition = {
  name: 'sandbox',
  isTestOnly: true,
  isConnected: async () => true,
  open: (parts) => new SandboxGateway(parts),
  cardPageOrigins: [],
  sealedKinds: {},
  showSettings: () => ({}),
  summary: 'the payment gateway of a test environment: its clock and its troubles',
  verbs: SANDBOX_VERBS,
  embedded: {
    proceed: async (parts, post) => {
      const hadRenewals = await proceedAll(parts.database, parts.clock);
      return (await sendSandboxEvents(parts, post)) || hadRenewals;
    },
    clockOffset: sandboxClockOffset,
    readLargestClockOffset,
  },
};
