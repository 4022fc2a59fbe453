// Faults of the hosted pages: sessions, e-mailed codes, forms and where a browser is sent.
import type { Mutant } from '../mutant.ts';
import { sqliteMutant } from '../sqlite-mutant.ts';

const SESSION = 'models/session';
const EMAIL_CODE = 'models/email-code';

export const SESSION_MUTANTS: readonly Mutant[] = [
  sqliteMutant(
    'A session is good at every publication',
    SESSION,
    ['s.hash = ? and s.publication_id = ?', 's.hash = ? and (s.publication_id = ? or true)'],
    'oauth/everywhere',
  ),
  sqliteMutant(
    'A session that was ended goes on',
    SESSION,
    ['and s.ended_at is null and s.expires_at', 'and s.expires_at'],
    'oauth/session',
  ),
  sqliteMutant('A session never expires', SESSION, ['s.expires_at > ?', '(s.expires_at > ? or true)'], 'site/cookies'),
  sqliteMutant(
    "A customer can end anybody's session",
    SESSION,
    ['and id = ? and customer_id = ?', 'and id = ? and (customer_id = ? or true)'],
    'pages/account',
  ),
  sqliteMutant(
    'An e-mailed code can be guessed at six times',
    EMAIL_CODE,
    ['EMAIL_CODE_TRIES = 5', 'EMAIL_CODE_TRIES = 6'],
    'pages/sign-in',
  ),
  sqliteMutant(
    'The page of an e-mailed code opens in every browser',
    EMAIL_CODE,
    [
      'select ${columns} from email_codes where publication_id = ? and id = ? and browser_hash = ?',
      'select ${columns} from email_codes where publication_id = ? and id = ? and (browser_hash = ? or true)',
    ],
    'pages/sign-in',
  ),
  sqliteMutant(
    'An e-mailed code is good for twenty minutes',
    EMAIL_CODE,
    [
      'randomDigits(EMAIL_CODE_LENGTH), addSeconds(now, EMAIL_CODE_LIFETIME_SECONDS)',
      'randomDigits(EMAIL_CODE_LENGTH), addSeconds(now, 2 * EMAIL_CODE_LIFETIME_SECONDS)',
    ],
    'pages/sign-in',
  ),
  sqliteMutant(
    'A form is taken with any token',
    'site/csrf',
    ["secretKeys.isMac('csrf', `${publication.id} ${holder}`, csrfToken)", "csrfToken !== ''"],
    'oauth/end-session',
  ),
  sqliteMutant(
    "A form is taken from another site's page",
    'site/csrf',
    ["return site === 'same-origin'", 'return true'],
    'site/csrf',
  ),
  sqliteMutant(
    'A page links to hosts that another publication allows',
    'models/continue-host',
    [
      "'select host from continue_hosts where publication_id = ? and host",
      "'select host from continue_hosts where (publication_id = ? or true) and host",
    ],
    'site/destinations',
  ),
  sqliteMutant(
    'An erased customer keeps their name',
    'models/customer-erasure',
    ['email_normalized = null, name = null,', 'email_normalized = null,'],
    'pages/erase-account',
  ),
  sqliteMutant(
    'Anybody can say that a request came by https',
    'app',
    ['trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false', 'trustProxy: true'],
    'api/gate',
  ),
  sqliteMutant(
    'Ended sessions are deleted after three days',
    'models/retention',
    ["'sessions', 'id', 't.ended_at < ?', 30 * DAY_SECONDS", "'sessions', 'id', 't.ended_at < ?', 3 * DAY_SECONDS"],
    'outbound/retention',
  ),
];
