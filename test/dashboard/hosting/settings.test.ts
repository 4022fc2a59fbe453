// The settings that let anybody open a publication are checked together with the others.
import { expect, test } from 'vitest';
import { InvalidConfig, readConfig } from '../../../src/config.ts';
import { OPEN_PRODUCTION } from '../../support/publications/staff.ts';

const PRODUCTION = { ...OPEN_PRODUCTION, SECRET_KEY: 'x'.repeat(40), DATABASE_URL: 'sqlite:unused' };
const HOSTED_TEST = { ...PRODUCTION, ENVIRONMENT: 'test', SIGN_UPS: 'off' };

function faultsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return error.faults;
  }
}

test.each([
  ['production', PRODUCTION],
  ['a hosted test environment by invitation', HOSTED_TEST],
  ['the local demo', { SIGN_UPS: 'on', SITES_DOMAIN: 'sites.localhost' }],
  ['resolvers with and without a port', { DNS_SERVERS: '10.0.0.53, 10.0.0.54:5353, [fd00::53]:53, fd00::54' }],
])('%s is served', (_what, settings) => {
  expect(faultsOf(settings)).toEqual([]);
});

const INVITED = 'SIGN_UPS must be off in a test environment that others reach: access is by invitation';

test.each([
  ['sign-ups in a hosted test environment', { ...HOSTED_TEST, SIGN_UPS: 'on' }, INVITED],
  [
    'sign-ups in a demo whose dashboard others reach',
    { ENVIRONMENT: 'test', SIGN_UPS: 'on', DASHBOARD_URL: 'https://dashboard.example.org' },
    INVITED,
  ],
  [
    'sign-ups without a dashboard',
    { ...PRODUCTION, DASHBOARD_URL: '' },
    'SIGN_UPS=on needs a dashboard: set DASHBOARD_URL',
  ],
  [
    'sign-ups without a mail server',
    { ...PRODUCTION, MAIL_URL: '' },
    'MAIL_URL must be set in production, such as smtps://user:password@mail.example.org',
  ],
  [
    'the host of the data API as SITES_DOMAIN',
    { ...PRODUCTION, SITES_DOMAIN: 'api.example.test' },
    'SITES_DOMAIN must be another host than that of API_URL',
  ],
  [
    'the host of the dashboard as SITES_DOMAIN',
    { ...PRODUCTION, SITES_DOMAIN: 'dashboard.example.test' },
    'SITES_DOMAIN must be another host than that of DASHBOARD_URL',
  ],
  [
    'a loopback domain in production',
    { ...PRODUCTION, SITES_DOMAIN: 'sites.localhost' },
    'SITES_DOMAIN must be a domain that others reach',
  ],
  [
    'a public domain with the settings of the demo',
    { ENVIRONMENT: 'test', SITES_DOMAIN: 'sites.example.org' },
    'SECRET_KEY must be set, since SITES_DOMAIN is for other machines; make one with: openssl rand -base64 48',
  ],
  ['another word', { SIGN_UPS: 'yes' }, 'SIGN_UPS must be on or off'],
  [
    'an address as SITES_DOMAIN',
    { SITES_DOMAIN: 'https://sites.example.org' },
    'SITES_DOMAIN must be a domain in lower case such as sites.example.org, without a scheme or a port',
  ],
  [
    'a name as a resolver',
    { DNS_SERVERS: 'dns.example.org' },
    'DNS_SERVERS must be addresses such as 10.0.0.53 or [fd00::53]:53, separated by commas',
  ],
] as const)('%s is refused', (_what, settings, fault) => {
  expect(faultsOf(settings)).toContain(fault);
});
