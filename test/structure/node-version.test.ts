// Which Node versions the entry points accept.
import { expect, test } from 'vitest';
import { nodeVersionFault } from '../../src/node-version.ts';

test.each(['24.0.0', '24.21.0', '25.1.0', '100.0.0'])('accepts Node %s', (version) => {
  expect(nodeVersionFault(version)).toBeUndefined();
});

test.each(['20.20.2', '22.18.0', '23.11.1'])('refuses Node %s and says what to do', (version) => {
  expect(nodeVersionFault(version)).toContain(`this is ${version}: start it through npm`);
});
