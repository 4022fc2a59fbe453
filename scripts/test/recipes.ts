// The recipes of docs/clients.md whose programs are too large for every machine that runs `npm test`: each is tried against the program itself, by
// `npm run test:long`. One whose program is not there, and cannot be installed, is named and does not count.
import { installDebianPackages, run as runProgram } from '../setup/machine.mjs';
import { runVitest, type Outcome } from './outcome.ts';

interface Recipe {
  readonly title: string;
  readonly file: string;
  /** A command that shows that the program is there. */
  readonly check: readonly [string, ...string[]];
  /** Debian's packages of it. */
  readonly packages: readonly string[];
}

const RECIPES: readonly Recipe[] = [
  {
    title: 'Apache with mod_auth_openidc',
    file: 'test/recipes/apache.test.ts',
    check: ['ls', '/usr/sbin/apache2', '/usr/lib/apache2/modules/mod_auth_openidc.so'],
    packages: ['apache2-bin', 'libapache2-mod-auth-openidc'],
  },
  {
    title: 'Ruby with omniauth_openid_connect',
    file: 'test/recipes/omniauth.test.ts',
    check: ['rackup', '-r', 'sinatra/base', '-r', 'omniauth_openid_connect', '--version'],
    packages: ['ruby-sinatra', 'ruby-omniauth-openid-connect', 'ruby-webrick'],
  },
  {
    title: 'PHP',
    file: 'test/recipes/php.test.ts',
    check: ['php', '-r', 'exit(extension_loaded("curl") && extension_loaded("openssl") ? 0 : 1);'],
    packages: ['php-cli', 'php-curl'],
  },
  {
    title: 'Java with Spring Security',
    file: 'test/recipes/spring.test.ts',
    check: ['mvn', '--version'],
    packages: ['default-jdk-headless', 'maven'],
  },
];

/** Tries every recipe whose program is there, and prints those that did not run. */
export async function runRecipes(print: (text: string) => void): Promise<Outcome> {
  const tried: Recipe[] = [];
  for (const recipe of RECIPES) {
    const missing = reasonAgainst(recipe);
    if (missing === undefined) tried.push(recipe);
    else print(`DID NOT RUN: the recipe for ${recipe.title}: ${missing}\n`);
  }
  if (tried.length === 0) return { passed: 0, failed: 0 };
  return runVitest({ filters: tried.map(({ file }) => file), print }, 'recipes');
}

function reasonAgainst({ check, packages }: Recipe): string | undefined {
  const [command, ...args] = check;
  if (runProgram(command, args).ok) return undefined;
  const reason = installDebianPackages([...packages]);
  if (runProgram(command, args).ok) return undefined;
  return reason ?? `it does not start; on Debian: apt-get install ${packages.join(' ')}`;
}
