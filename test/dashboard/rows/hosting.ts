import { siteRulesOf } from '../../../src/deployment.ts';
import { takeSiteName } from '../../../src/models/publication/site-address.ts';
import { askForHost } from '../../../src/models/publication/site-host.ts';
import { OWNER, type Given, type Rows } from './row.ts';

const labelOf = ({ site }: Given): string => `n${site.publication.id.slice(-8)}`;

/** A host that waits for its proof. */
async function waiting({ service, site }: Given): Promise<Record<string, string>> {
  const host = `waiting.${site.publication.siteHost}`;
  await service.database.transaction((transaction) => askForHost(site.publication, transaction, host));
  return { host };
}

/** A name with us, which needs no proof. */
async function named(given: Given): Promise<Record<string, string>> {
  const { service, site } = given;
  const host = await service.database.transaction((transaction) =>
    takeSiteName(site.publication, transaction, siteRulesOf(service.config), labelOf(given)),
  );
  return { host };
}

export const HOSTING_ROWS: Rows = {
  '/address': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'address.add',
      fields: async ({ site }) => ({ host: `added.${site.publication.siteHost}` }),
      table: 'site_hosts',
      adds: 1,
    },
  },
  '/address/remove': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'address.remove', page: '/address', fields: waiting, table: 'site_hosts', adds: -1 },
  },
  '/address/name': {
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'address.take-name',
      page: '/address',
      fields: async (given) => ({ label: labelOf(given) }),
      table: 'site_hosts',
      adds: 1,
    },
  },
  '/address/move': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'address.change', page: '/address', fields: named, table: 'site_hosts', adds: 0 },
  },
};
