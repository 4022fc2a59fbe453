// The fields of an OAuth application's form: all settings of service.md (Authentication 2) and decisions 20 to 24 and 39.
import { isLocalDemo } from '../../config.ts';
import { InvalidValue } from '../../models/errors.ts';
import { checkRedirectUri, type RegistrationPolicy } from '../../models/registered-uri.ts';
import {
  redirectUrisOf,
  type ApplicationSettings,
  type OauthApplication,
} from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import { faulty, type FormState } from '../../site/form.ts';
import type { Language } from '../../views/language.ts';
import { toFault } from '../act.ts';

export const APPLICATION_FIELDS = {
  name: 'name',
  /** One a line. */
  redirectUris: 'redirect_uris',
  postLogoutRedirectUri: 'post_logout_redirect_uri',
  backchannelLogoutUri: 'backchannel_logout_uri',
  redirectUriExact: 'redirect_uri_exact',
  requirePkce: 'require_pkce',
  clientSecretPost: 'client_secret_post',
  backchannelLogoutOnEndSession: 'backchannel_logout_on_end_session',
  issParameter: 'iss_parameter',
} as const;

/** A switch that is on has the value "on"; one that is off is not sent. */
export type TypedApplication = Readonly<Record<keyof typeof APPLICATION_FIELDS, string>>;

export const SWITCHES = [
  'redirectUriExact',
  'requirePkce',
  'clientSecretPost',
  'backchannelLogoutOnEndSession',
  'issParameter',
] as const;

/** The defaults of the model. */
export const BLANK_APPLICATION: TypedApplication = {
  name: '',
  redirectUris: '',
  postLogoutRedirectUri: '',
  backchannelLogoutUri: '',
  redirectUriExact: 'on',
  requirePkce: '',
  clientSecretPost: '',
  backchannelLogoutOnEndSession: '',
  issParameter: 'on',
};

export function policyOf({ config }: Pick<Service, 'config'>): RegistrationPolicy {
  return { allowsLoopbackHttp: isLocalDemo(config) };
}

export function typedOf(application: OauthApplication): TypedApplication {
  const toSwitch = (isOn: boolean): string => (isOn ? 'on' : '');
  return {
    name: application.name,
    redirectUris: redirectUrisOf(application).join('\n'),
    postLogoutRedirectUri: application.postLogoutRedirectUri ?? '',
    backchannelLogoutUri: application.backchannelLogoutUri ?? '',
    redirectUriExact: toSwitch(application.redirectUriExact),
    requirePkce: toSwitch(application.requirePkce),
    clientSecretPost: toSwitch(application.clientSecretPost),
    backchannelLogoutOnEndSession: toSwitch(application.backchannelLogoutOnEndSession),
    issParameter: toSwitch(application.issParameter),
  };
}

export function toSettings(typed: TypedApplication): ApplicationSettings {
  const [redirectUri = '', ...moreRedirectUris] = linesOf(typed.redirectUris);
  return {
    name: typed.name,
    redirectUri,
    moreRedirectUris,
    postLogoutRedirectUri: typed.postLogoutRedirectUri.trim() || null,
    backchannelLogoutUri: typed.backchannelLogoutUri.trim() || null,
    redirectUriExact: typed.redirectUriExact === 'on',
    requirePkce: typed.requirePkce === 'on',
    clientSecretPost: typed.clientSecretPost === 'on',
    backchannelLogoutOnEndSession: typed.backchannelLogoutOnEndSession === 'on',
    issParameter: typed.issParameter === 'on',
  };
}

/** As toFault; of several redirect URIs it says which one is refused. Rethrows every other error. */
export function toApplicationFault(
  language: Language,
  error: unknown,
  typed: TypedApplication,
  policy: RegistrationPolicy,
): FormState {
  if (!(error instanceof InvalidValue) || error.field !== 'redirect_uri') return toFault(language, error);
  const refused = linesOf(typed.redirectUris).find((uri) => !isRegistrable(uri, policy));
  const message =
    refused === undefined
      ? language.t('dashboard.fault.redirect_uri')
      : language.t('dashboard.application.fault-line', { uri: refused });
  return faulty([{ field: 'redirect_uris', message }]);
}

function isRegistrable(uri: string, policy: RegistrationPolicy): boolean {
  try {
    checkRedirectUri(uri, policy);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
