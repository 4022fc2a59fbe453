// The version of Masthead that runs, from its package.
import manifest from '../package.json' with { type: 'json' };

export const { version } = manifest;
