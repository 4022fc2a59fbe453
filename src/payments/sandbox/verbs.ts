// `masthead sandbox`: the commands for the clock and the simulated faults of the embedded payment gateway of a test
// environment.
import {
  WrongOption,
  type GatewayVerb,
  type ShownValues,
  type VerbAnswer,
  type VerbCall,
} from '../gateway-definition.ts';
import { advanceSandbox } from './renewals.ts';
import { changeSandboxSettings, readSandboxSettings, sandboxNow, TROUBLES, type SandboxSettings } from './settings.ts';

const ON_OFF = ['on', 'off'];

export const SANDBOX_VERBS: readonly GatewayVerb[] = [
  { verb: 'show', description: 'Show the sandbox clock and its switches', example: 'sandbox show', run: show },
  {
    verb: 'advance <duration>',
    description: 'Move the sandbox clock ahead: renewals on the way happen at once',
    example: 'sandbox advance "1 month"',
    run: advance,
  },
  {
    verb: 'set',
    description: 'Let notifications come twice, late or out of order, or the gateway be down',
    example: 'sandbox set --send-twice on --shuffle on',
    options: [
      { flags: '--send-twice <on-off>', description: 'every notification comes twice', choices: ON_OFF },
      { flags: '--shuffle <on-off>', description: 'notifications come in any order', choices: ON_OFF },
      { flags: '--delay <seconds>', description: 'notifications come that much later' },
      { flags: '--trouble <trouble>', description: 'whether the gateway answers', choices: TROUBLES },
    ],
    run: set,
  },
];

async function show({ parts: { database, clock }, publication }: VerbCall): Promise<VerbAnswer> {
  const settings = await readSandboxSettings(publication, database);
  return { shown: toShown(settings, await sandboxNow(publication, database, clock)) };
}

async function advance({ parts: { database, clock }, publication, argument }: VerbCall): Promise<VerbAnswer> {
  const now = await database.transaction((transaction) => advanceSandbox(publication, transaction, clock, argument));
  return {
    shown: toShown(await readSandboxSettings(publication, database), now),
    remarks: ['The running service takes in what happened within a second.'],
  };
}

async function set({ parts: { database, clock }, publication, options }: VerbCall): Promise<VerbAnswer> {
  const change = toChange(options);
  const settings = await database.transaction((transaction) => changeSandboxSettings(publication, transaction, change));
  return { shown: toShown(settings, await sandboxNow(publication, database, clock)) };
}

function toChange({ sendTwice, shuffle, delay, trouble }: VerbCall['options']): Partial<SandboxSettings> {
  if (delay !== undefined && !/^\d{1,6}$/.test(delay))
    throw new WrongOption('--delay must be a whole number of seconds');
  const made = TROUBLES.find((name) => name === trouble);
  return {
    ...(sendTwice !== undefined && { sendsTwice: sendTwice === 'on' }),
    ...(shuffle !== undefined && { shuffles: shuffle === 'on' }),
    ...(delay !== undefined && { delaySeconds: Number(delay) }),
    ...(made !== undefined && { trouble: made }),
  };
}

function toShown({ sendsTwice, shuffles, delaySeconds, trouble }: SandboxSettings, now: Date): ShownValues {
  return { now: now.toISOString(), send_twice: sendsTwice, shuffle: shuffles, delay: delaySeconds, trouble };
}
