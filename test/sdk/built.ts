// The TypeScript client as it is published, for tests in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PRODUCTS } from '../../scripts/sdk/sdk.ts';

export const PACKAGE = join(PRODUCTS, 'typescript');

export const client = await import(pathToFileURL(join(PACKAGE, 'lib/index.js')).href);
