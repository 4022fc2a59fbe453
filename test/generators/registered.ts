// The generators of clients that are tried.
import type { Generator } from './generator.ts';
import { java, php, ruby, rust } from './openapi-generator.ts';
import { go, python } from './python-and-go.ts';
import { heyApi, orval } from './typescript.ts';

/** Those that the set-up of the tests has prepared. */
export const CHEAP_GENERATORS: readonly Generator[] = [python, go, java];
/** Those that bring a language, hundreds of packages, or a build of minutes; npm run test:long tries them after the others. */
export const GENERATORS: readonly Generator[] = [...CHEAP_GENERATORS, heyApi, orval, ruby, php, rust];
