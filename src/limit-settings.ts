// The limits on what anybody may ask for or guess (decisions 36): mails with codes, their digits, codes from paper, keys. Each is a setting of
// the environment (docs/operating.md). A publisher's own tests may turn them off, in a test environment.
import { z } from 'zod';
import { settingsOf, type Settings } from './setting.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface LimitSetting {
  readonly setting: string;
  /** Without the setting. */
  readonly count: number;
  readonly seconds: number;
}

/**
 * Our choice: the numbers. A network is an IPv4 address or an IPv6 /64; a wide network is an IPv6 /48. A device is a
 * browser that has proved the address.
 */
const LIMITS = {
  deviceMailsPerHour: { setting: 'LIMIT_DEVICE_MAILS_PER_HOUR', count: 5, seconds: HOUR },
  deviceMailsPerDay: { setting: 'LIMIT_DEVICE_MAILS_PER_DAY', count: 10, seconds: DAY },
  deviceGuessesPerDay: { setting: 'LIMIT_DEVICE_GUESSES_PER_DAY', count: 50, seconds: DAY },
  addressMailsPerHour: { setting: 'LIMIT_ADDRESS_MAILS_PER_HOUR', count: 5, seconds: HOUR },
  addressMailsPerDay: { setting: 'LIMIT_ADDRESS_MAILS_PER_DAY', count: 10, seconds: DAY },
  /** Less than the address has, so that one stranger cannot use up what is there for all. */
  addressMailsPerHourAndNetwork: { setting: 'LIMIT_ADDRESS_MAILS_PER_HOUR_AND_NETWORK', count: 3, seconds: HOUR },
  addressMailsPerDayAndNetwork: { setting: 'LIMIT_ADDRESS_MAILS_PER_DAY_AND_NETWORK', count: 6, seconds: DAY },
  addressGuessesPerDay: { setting: 'LIMIT_ADDRESS_GUESSES_PER_DAY', count: 50, seconds: DAY },
  browserMailsPerHour: { setting: 'LIMIT_BROWSER_MAILS_PER_HOUR', count: 20, seconds: HOUR },
  networkMailsPerHour: { setting: 'LIMIT_NETWORK_MAILS_PER_HOUR', count: 60, seconds: HOUR },
  wideNetworkMailsPerHour: { setting: 'LIMIT_WIDE_NETWORK_MAILS_PER_HOUR', count: 200, seconds: HOUR },
  publicationMailsPerHour: { setting: 'LIMIT_PUBLICATION_MAILS_PER_HOUR', count: 2000, seconds: HOUR },
  deploymentMailsPerHour: { setting: 'LIMIT_DEPLOYMENT_MAILS_PER_HOUR', count: 10_000, seconds: HOUR },
  networkCodesPerHour: { setting: 'LIMIT_NETWORK_CODES_PER_HOUR', count: 20, seconds: HOUR },
  wideNetworkCodesPerHour: { setting: 'LIMIT_WIDE_NETWORK_CODES_PER_HOUR', count: 60, seconds: HOUR },
  publicationActivationCodesPerHour: {
    setting: 'LIMIT_PUBLICATION_ACTIVATION_CODES_PER_HOUR',
    count: 100,
    seconds: HOUR,
  },
  personPublicationsPerDay: { setting: 'LIMIT_PERSON_PUBLICATIONS_PER_DAY', count: 3, seconds: DAY },
  networkPublicationsPerDay: { setting: 'LIMIT_NETWORK_PUBLICATIONS_PER_DAY', count: 10, seconds: DAY },
  deploymentPublicationsPerDay: { setting: 'LIMIT_DEPLOYMENT_PUBLICATIONS_PER_DAY', count: 200, seconds: DAY },
  publicationHostChecksPerHour: { setting: 'LIMIT_PUBLICATION_HOST_CHECKS_PER_HOUR', count: 60, seconds: HOUR },
  networkApiKeysPerMinute: { setting: 'LIMIT_NETWORK_API_KEYS_PER_MINUTE', count: 10, seconds: MINUTE },
  networkClientSecretsPerMinute: { setting: 'LIMIT_NETWORK_CLIENT_SECRETS_PER_MINUTE', count: 20, seconds: MINUTE },
} as const satisfies Readonly<Record<string, LimitSetting>>;

type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, { readonly count: number; readonly seconds: number }>>;

const rows: readonly (readonly [string, LimitSetting])[] = Object.entries(LIMITS);
/** More than can be counted. */
const OFF = Number.MAX_SAFE_INTEGER;
const NUMBER = 'must be a whole number from 1 on';

export const limitSettings = settingsOf(
  z.object({
    CODE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    ...Object.fromEntries(
      rows.map(([, { setting, count }]) => [
        setting,
        z.coerce.number(NUMBER).int(NUMBER).min(1, NUMBER).default(count),
      ]),
    ),
  }),
  jointFaults,
  (settings): Limits => {
    const given: Readonly<Record<string, unknown>> = settings;
    const countOf = ({ setting, count }: LimitSetting): number => {
      if (given['CODE_LIMITS'] === 'off') return OFF;
      const number = given[setting];
      return typeof number === 'number' ? number : count;
    };
    const limits = rows.map(([name, row]) => [name, { count: countOf(row), seconds: row.seconds }]);
    return Object.fromEntries(limits) as Limits;
  },
);

/** Whether CODE_LIMITS lifts them. */
export function areLimitsOff(limits: Limits): boolean {
  return limits.addressMailsPerHour.count === OFF;
}

function jointFaults({ ENVIRONMENT, CODE_LIMITS }: Settings): string[] {
  return ENVIRONMENT === 'production' && CODE_LIMITS === 'off'
    ? ['CODE_LIMITS must not be off in production: without limits codes can be guessed and inboxes flooded']
    : [];
}
