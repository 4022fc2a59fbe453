// Faults that only a combination of settings shows: what production needs, and what a service needs that is not for this
// machine alone (decisions 34).
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
import { databaseAddresses, list, type Settings } from './setting.ts';

export const DEMO_SECRET_KEY = 'demo-secret-key-that-is-not-secret-at-all';
export const MAKE_SECRET = 'make one with: openssl rand -base64 48';

/** One line each. */
export function jointFaults(given: Settings): string[] {
  const faults =
    (given['TLS_CERTIFICATE'] === undefined) === (given['TLS_KEY'] === undefined)
      ? []
      : ['TLS_CERTIFICATE and TLS_KEY must be set together'];
  return [
    ...faults,
    ...dashboardFaults(given),
    ...signUpFaults(given),
    ...bounceFaults(given),
    ...sitesDomainFaults(given),
    ...(given['ENVIRONMENT'] === 'production' ? productionFaults(given) : testFaults(given)),
  ];
}

/** The dashboard shares its host with nothing but the local demo, so that no other page runs beside its sessions. */
function dashboardFaults(given: Settings): string[] {
  const { DASHBOARD_URL, API_URL, OPERATORS } = given;
  if (OPERATORS !== undefined && DASHBOARD_URL === undefined && isForOthers(API_URL))
    return ['OPERATORS needs a dashboard: set DASHBOARD_URL'];
  if (DASHBOARD_URL === undefined || !URL.canParse(DASHBOARD_URL)) return [];
  const { protocol, hostname } = new URL(DASHBOARD_URL);
  if (protocol === 'http:' && !isLoopbackHost(hostname)) return ['DASHBOARD_URL must be https where others reach it'];
  return protocol === 'https:' && DASHBOARD_URL === API_URL
    ? ['DASHBOARD_URL must have a host of its own, other than that of API_URL']
    : [];
}

/** service.md, top: access to a test environment is by invitation. One for this machine alone is open to whoever is on it. */
function signUpFaults(given: Settings): string[] {
  const { SIGN_UPS, DASHBOARD_URL, ENVIRONMENT } = given;
  if (SIGN_UPS !== 'on') return [];
  if (ENVIRONMENT === 'production')
    return DASHBOARD_URL === undefined ? ['SIGN_UPS=on needs a dashboard: set DASHBOARD_URL'] : [];
  const isElsewhere = howOthersReach(given) !== undefined || isForOthers(DASHBOARD_URL);
  return isElsewhere ? ['SIGN_UPS must be off in a test environment that others reach: access is by invitation'] : [];
}

function bounceFaults({ BOUNCE_ADDRESS, BOUNCE_PORT, BOUNCE_HOST, PORT = '4000' }: Settings): string[] {
  return [
    ...(BOUNCE_PORT !== undefined && BOUNCE_ADDRESS === undefined
      ? ['BOUNCE_PORT needs BOUNCE_ADDRESS, to which mails come back']
      : []),
    ...(BOUNCE_HOST !== undefined && BOUNCE_PORT === undefined ? ['BOUNCE_HOST needs BOUNCE_PORT'] : []),
    ...(BOUNCE_PORT !== undefined && BOUNCE_PORT !== '0' && BOUNCE_PORT === PORT
      ? ['BOUNCE_PORT must be another port than PORT']
      : []),
  ];
}

function sitesDomainFaults(given: Settings): string[] {
  const { SITES_DOMAIN, API_URL, DASHBOARD_URL, ENVIRONMENT } = given;
  if (SITES_DOMAIN === undefined) return [];
  const faults = Object.entries({ API_URL, DASHBOARD_URL }).flatMap(([name, url]) =>
    url !== undefined && URL.canParse(url) && new URL(url).hostname === SITES_DOMAIN
      ? [`SITES_DOMAIN must be another host than that of ${name}`]
      : [],
  );
  if (!isLoopbackHost(SITES_DOMAIN)) return [...faults, ...networkFaults(given, 'SITES_DOMAIN is for other machines')];
  const isDemo = ENVIRONMENT !== 'production' && howOthersReach(given) === undefined;
  return isDemo ? faults : [...faults, 'SITES_DOMAIN must be a domain that others reach'];
}

/** What is missing from the settings of a test environment whose sites others can reach: `why` says how they can. */
export function networkFaults({ ENVIRONMENT, SECRET_KEY }: Settings, why: string): string[] {
  if (ENVIRONMENT === 'production') return [];
  return [
    ...(ENVIRONMENT === undefined ? [`ENVIRONMENT must be set to production or test, since ${why}`] : []),
    ...(isDemoSecret(SECRET_KEY) ? [`SECRET_KEY must be set, since ${why}; ${MAKE_SECRET}`] : []),
  ];
}

function productionFaults({ SECRET_KEY, API_URL, MAIL_URL, DATABASE_URL }: Settings): string[] {
  const faults = [];
  if (isDemoSecret(SECRET_KEY)) faults.push(`SECRET_KEY must be set in production; ${MAKE_SECRET}`);
  if (API_URL === undefined) faults.push('API_URL must be set in production, such as https://api.example.org');
  else if (!API_URL.startsWith('https:'))
    faults.push('API_URL must be https in production: the data API refuses plain http');
  if (MAIL_URL === undefined)
    faults.push('MAIL_URL must be set in production, such as smtps://user:password@mail.example.org');
  if (DATABASE_URL === undefined) faults.push('DATABASE_URL must be set in production: sqlite:PATH or postgres://…');
  return faults;
}

function testFaults(given: Settings): string[] {
  const why = howOthersReach(given);
  if (why !== undefined) return [...networkFaults(given, why), ...plainHttpFaults(given['API_URL'])];
  const sign = given['ENVIRONMENT'] === undefined ? signOfDeployment(given) : undefined;
  return sign === undefined ? [] : [`ENVIRONMENT must be set to production or test, since ${sign}`];
}

/** Undefined where the service is for this machine alone. */
function howOthersReach({ HOST, API_URL }: Settings): string | undefined {
  if (HOST !== undefined && !isLoopbackAddress(HOST)) return `HOST ${HOST} is open to other machines`;
  return isForOthers(API_URL) ? `API_URL ${API_URL} is for other machines` : undefined;
}

function isForOthers(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && !isLoopbackHost(new URL(url).hostname);
}

/**
 * Our choice: whoever has set up an address or a database server has to say for which environment, since a forgotten
 * variable would make it the database of a test environment for good.
 */
function signOfDeployment({ API_URL, DATABASE_URL, DATABASE_READ_URL }: Settings): string | undefined {
  if (API_URL !== undefined) return 'API_URL is set';
  const [name] = Object.entries({ DATABASE_URL, DATABASE_READ_URL }).find(([, url]) => isOnAnotherMachine(url)) ?? [];
  return name && `${name} is on another machine`;
}

function isOnAnotherMachine(databaseUrl: string | undefined): boolean {
  return databaseUrl?.startsWith('postgres') === true && !databaseAddresses(databaseUrl).every(isHere);
}

function isHere(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  return host === '' || host.startsWith('/') || isLoopbackAddress(host);
}

function plainHttpFaults(apiUrl: string | undefined): string[] {
  return apiUrl?.startsWith('https:') ? [] : ['API_URL must be set and https where other machines call the service'];
}

function isDemoSecret(secretKey: string | undefined): boolean {
  return list(secretKey ?? DEMO_SECRET_KEY).includes(DEMO_SECRET_KEY);
}
