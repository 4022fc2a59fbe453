// Builds the clients for the tests of them, once for all files: from the contract as it is now.
import { buildSdks } from '../../scripts/sdk.ts';

export function setup(): void {
  buildSdks();
}
