// masthead application: OAuth applications, the publisher's own sites that sign customers in (service.md,
// Authentication 2). The client secret is shown once, when it is created.
import { Option, type Command } from 'commander';
import { isLocalDemo } from '../../config.ts';
import { secretsOf } from '../../models/sign-in/client-secret.ts';
import {
  createOauthApplication,
  deleteOauthApplication,
  disableOauthApplication,
  enableOauthApplication,
  getOauthApplication,
  listOauthApplications,
  redirectUrisOf,
  updateOauthApplication,
  type ApplicationSettings,
  type OauthApplication,
} from '../../models/sign-in/oauth-application.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printJson, printList, printOne, remark, toTime } from '../output.ts';
import { registerCheck } from './application-check.ts';
import { registerApplicationDeliveries } from './application-deliveries.ts';
import { registerSecrets } from './application-secret.ts';

type Switch = 'on' | 'off';
const SWITCHES = [
  'exactRedirectUri',
  'requirePkce',
  'clientSecretPost',
  'backchannelLogoutOnEndSession',
  'issParameter',
] as const;
type Switches = { [Name in (typeof SWITCHES)[number]]?: Switch };

interface SettingOptions extends PublicationOptions, Switches {
  name?: string;
  redirectUri?: string[];
  postLogoutRedirectUri?: string;
  backchannelLogoutUri?: string;
}

export function register(noun: Command): void {
  const example = 'application create --name "Our site" --redirect-uri https://www.example.org/auth/callback';
  const create = addPublicationVerb(
    noun,
    'create',
    'Create an OAuth application; its client secret is shown only once',
    example,
  );
  addSettings(
    create
      .requiredOption('--name <name>', 'name shown to the publisher')
      .addOption(redirectUriOption().makeOptionMandatory()),
  ).action(createOne);
  addPublicationVerb(noun, 'list', 'List the OAuth applications', 'application list').action(list);
  addPublicationVerb(
    noun,
    'show <id>',
    'Show an application with the last four characters of its secrets',
    'application show app_01jd…',
  ).action(show);
  const update = addPublicationVerb(
    noun,
    'update <id>',
    'Change the given settings',
    'application update app_01jd… --name "Our new site"',
  );
  addSettings(update.option('--name <name>', 'name shown to the publisher').addOption(redirectUriOption())).action(
    updateOne,
  );
  registerStates(noun);
  registerSecrets(noun);
  registerCheck(noun);
  registerApplicationDeliveries(noun);
}

function registerStates(noun: Command): void {
  addPublicationVerb(
    noun,
    'disable <id>',
    'Refuse sign-ins of an application until it is enabled again (unauthorized_client)',
    'application disable app_01jd…',
  ).action(disable);
  addPublicationVerb(noun, 'enable <id>', 'Take sign-ins again', 'application enable app_01jd…').action(enable);
  addPublicationVerb(
    noun,
    'delete <id>',
    'Delete an application with its codes and tokens',
    'application delete app_01jd…',
  ).action(deleteOne);
}

/** Decisions 39: an application may have several. */
function redirectUriOption(): Option {
  return new Option(
    '--redirect-uri <url>',
    'URL to which customers return after signing in; again for each further one',
  ).argParser<string[]>((url, before) => [...(before ?? []), url]);
}

function addSettings(command: Command): Command {
  const onOff = (flag: string, description: string) =>
    new Option(`${flag} <on-or-off>`, description).choices(['on', 'off']);
  return command
    .option('--post-logout-redirect-uri <url>', 'URL to which customers return after signing out; empty for none')
    .option('--backchannel-logout-uri <url>', 'URL to which logout tokens are sent; empty for none')
    .addOption(onOff('--exact-redirect-uri', 'refuse query parameters added to the redirect URI (on unless set)'))
    .addOption(onOff('--require-pkce', 'refuse sign-ins without a code challenge (PKCE)'))
    .addOption(onOff('--client-secret-post', 'accept the client secret also in the body'))
    .addOption(onOff('--backchannel-logout-on-end-session', 'send logout tokens also after end-session'))
    .addOption(onOff('--iss-parameter', 'send iss with the authorization code (RFC 9207)'));
}

async function createOne(options: SettingOptions & { name: string; redirectUri: string[] }): Promise<void> {
  await withPublication(options, async ({ config, database, clock, securityLog }, publication) => {
    const [redirectUri = ''] = options.redirectUri;
    const given = { ...toSettings(options), name: options.name, redirectUri };
    const { application, clientSecret } = await database.transaction((transaction) =>
      createOauthApplication(publication, transaction, clock, given, policyOf({ config })),
    );
    const { id, client_id, ...settings } = toApplicationObject(application);
    securityLog.record('client_secret_created', { publication, record: id });
    printOne(options, { id, client_id, client_secret: clientSecret, ...settings }, asCells);
    remark('The client secret is not shown again.');
  });
}

async function updateOne(id: string, options: SettingOptions): Promise<void> {
  const given = toSettings(options);
  if (Object.keys(given).length === 0) throw new UsageError('Say what to change; --help lists the settings.');
  await withPublication(options, async ({ config, database }, publication) => {
    const application = await database.transaction((transaction) =>
      updateOauthApplication(publication, transaction, id, given, policyOf({ config })),
    );
    printOne(options, toApplicationObject(application), asCells);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const applications = (await listOauthApplications(publication, database)).map(toApplicationObject);
    printList(options, applications, ({ id, client_id, name, redirect_uri, disabled_at }) => ({
      id,
      client_id,
      name,
      redirect_uri,
      disabled_at,
    }));
  });
}

async function show(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printOne(options, toApplicationObject(await getOauthApplication(publication, database, id)), asCells);
  });
}

async function disable(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const application = await database.transaction((transaction) =>
      disableOauthApplication(publication, transaction, clock, id),
    );
    printOne(options, toApplicationObject(application), asCells);
  });
}

async function enable(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const application = await database.transaction((transaction) =>
      enableOauthApplication(publication, transaction, id),
    );
    printOne(options, toApplicationObject(application), asCells);
  });
}

async function deleteOne(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, securityLog }, publication) => {
    await database.transaction((transaction) => deleteOauthApplication(publication, transaction, id));
    securityLog.record('client_secret_deleted', { publication, record: id });
    remark(`The application ${id} is deleted.`);
    if (options.json) printJson({ id, deleted: true });
  });
}

function policyOf({ config }: Pick<Parts, 'config'>): { allowsLoopbackHttp: boolean } {
  return { allowsLoopbackHttp: isLocalDemo(config) };
}

/** The given settings only; an empty URL removes the URL. */
function toSettings(options: SettingOptions): Partial<ApplicationSettings> {
  const { name, redirectUri, postLogoutRedirectUri, backchannelLogoutUri } = options;
  const [first, ...more] = redirectUri ?? [];
  const isOn = (value: Switch | undefined) => (value === undefined ? undefined : value === 'on');
  const settings: Partial<ApplicationSettings> = {
    ...(name !== undefined && { name }),
    ...(first !== undefined && { redirectUri: first, moreRedirectUris: more }),
    postLogoutRedirectUri: postLogoutRedirectUri === '' ? null : postLogoutRedirectUri,
    backchannelLogoutUri: backchannelLogoutUri === '' ? null : backchannelLogoutUri,
    redirectUriExact: isOn(options.exactRedirectUri),
    requirePkce: isOn(options.requirePkce),
    clientSecretPost: isOn(options.clientSecretPost),
    backchannelLogoutOnEndSession: isOn(options.backchannelLogoutOnEndSession),
    issParameter: isOn(options.issParameter),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function toApplicationObject(application: OauthApplication) {
  return {
    id: application.id,
    client_id: application.clientId,
    name: application.name,
    redirect_uri: application.redirectUri,
    redirect_uris: redirectUrisOf(application),
    post_logout_redirect_uri: application.postLogoutRedirectUri,
    backchannel_logout_uri: application.backchannelLogoutUri,
    exact_redirect_uri: application.redirectUriExact,
    require_pkce: application.requirePkce,
    client_secret_post: application.clientSecretPost,
    backchannel_logout_on_end_session: application.backchannelLogoutOnEndSession,
    iss_parameter: application.issParameter,
    secrets_end_in: secretsOf(application).map(({ hint }) => hint),
    created_at: toTime(application.createdAt),
    disabled_at: toTime(application.disabledAt),
  };
}
