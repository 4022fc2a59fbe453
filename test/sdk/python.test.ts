// The client by openapi-python-client.
import { join } from 'node:path';
import { PRODUCTS } from '../../scripts/sdk/sdk.ts';
import { sdkPython } from '../../scripts/setup/sdk.mjs';
import { describeWalk } from './walk.ts';

describeWalk('Python', () => ({
  command: sdkPython,
  args: ['-B', join(import.meta.dirname, 'walk.py')],
  env: { PYTHONPATH: join(PRODUCTS, 'python') },
}));
