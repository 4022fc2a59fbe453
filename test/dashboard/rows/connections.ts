import { createOauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import { OWNER, type Given, type Rows } from './row.ts';

/** An application on a site that does not answer. */
async function application({ service, site }: Given): Promise<{ application: string }> {
  const settings = { name: 'A website', redirectUri: 'https://www.example.test/callback' };
  const made = await service.database.transaction((transaction) =>
    createOauthApplication(site.publication, transaction, service.clock, settings, { allowsLoopbackHttp: false }),
  );
  return { application: made.application.id };
}

const SETTINGS = { name: 'Our website', redirect_uris: 'https://www.example.test/auth/callback' };
const ofApplication = (path: string, name: string, fields: Readonly<Record<string, string>> = {}): Rows => ({
  [`/applications/:application${path}`]: {
    send: OWNER,
    isSensitive: true,
    params: application,
    act: {
      name,
      page: '/applications/:application',
      fields: async () => fields,
      table: 'oauth_applications',
      adds: 0,
    },
  },
});

/** The application has a second secret, whose last four characters are the field. */
async function secondSecret({ owner, base, site, service }: Given): Promise<Readonly<Record<string, string>>> {
  const { database } = service;
  const [made] = await database.knex('oauth_applications').where({ publicationId: site.publication.id });
  const own = `${base}/applications/${made.id}`;
  await owner.submit(await owner.open(own), {}, `${own}/secrets`);
  const { secondSecretHint } = await database.knex('oauth_applications').where({ id: made.id }).first();
  return { secret: secondSecretHint };
}

export const CONNECTIONS_ROWS: Rows = {
  '/applications': { see: OWNER },
  '/new-application': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: { name: 'application.create', fields: async () => SETTINGS, table: 'oauth_applications', adds: 1 },
  },
  '/applications/:application': { see: OWNER, params: application },
  '/applications/:application/settings': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    params: application,
    act: { name: 'application.update', fields: async () => SETTINGS, table: 'oauth_applications', adds: 0 },
  },
  ...ofApplication('/disable', 'application.disable'),
  '/applications/:application/enable': {
    send: OWNER,
    isSensitive: true,
    params: async (given) => {
      const made = await application(given);
      const own = `${given.base}/applications/${made.application}`;
      await given.owner.submit(await given.owner.open(own), {}, `${own}/disable`);
      return made;
    },
    act: { name: 'application.enable', page: '/applications/:application', table: 'oauth_applications', adds: 0 },
  },
  ...ofApplication('/secrets', 'application.add-secret'),
  '/applications/:application/secrets/end': {
    send: OWNER,
    isSensitive: true,
    params: application,
    act: {
      name: 'application.end-secret',
      page: '/applications/:application',
      fields: secondSecret,
      table: 'oauth_applications',
      adds: 0,
    },
  },
  '/applications/:application/check': {
    send: OWNER,
    params: application,
    act: {
      name: 'application.check',
      page: '/applications/:application',
      table: 'oauth_applications',
      adds: 0,
    },
  },
  '/applications/:application/delete': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    params: application,
    act: { name: 'application.delete', table: 'oauth_applications', adds: -1 },
  },
  '/keys': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'key.create',
      fields: async () => ({ name: 'Export', scope: 'read' }),
      table: 'api_keys',
      adds: 1,
    },
  },
  '/keys/revoke': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'key.revoke', page: '/keys', table: 'api_keys', adds: 0 },
  },
};
