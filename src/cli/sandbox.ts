// masthead sandbox: the clock of the embedded payment gateway of a test environment, and the troubles it makes on demand.
import { Option, type Command } from 'commander';
import { advanceSandbox } from '../payments/sandbox/renewals.ts';
import {
  changeSandboxSettings,
  readSandboxSettings,
  sandboxNow,
  type SandboxSettings,
  type Trouble,
} from '../payments/sandbox/settings.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from './command.ts';
import { Refused, WrongUsage } from './failure.ts';
import { asCells, printOne, remark, type Cells } from './output.ts';

interface SwitchOptions extends PublicationOptions {
  sendTwice?: string;
  shuffle?: string;
  delay?: string;
  trouble?: Trouble;
}

const TROUBLES: readonly Trouble[] = ['none', 'down', 'slow'];
const onOff = (flags: string, text: string): Option => new Option(`${flags} <on-off>`, text).choices(['on', 'off']);

export function register(noun: Command): void {
  addPublicationVerb(noun, 'show', 'Show the sandbox clock and its switches', 'sandbox show').action(show);
  addPublicationVerb(
    noun,
    'advance <duration>',
    'Move the sandbox clock ahead: renewals on the way happen at once',
    'sandbox advance "1 month"',
  ).action(advance);
  addPublicationVerb(
    noun,
    'set',
    'Let notifications come twice, late or out of order, or the gateway be down',
    'sandbox set --send-twice on --shuffle on',
  )
    .addOption(onOff('--send-twice', 'every notification comes twice'))
    .addOption(onOff('--shuffle', 'notifications come in any order'))
    .option('--delay <seconds>', 'notifications come that much later')
    .addOption(new Option('--trouble <trouble>', 'whether the gateway answers').choices(TROUBLES))
    .action(set);
}

async function show(options: PublicationOptions): Promise<void> {
  await withSandbox(options, async ({ database, clock }, publication) => {
    print(options, await readSandboxSettings(publication, database), await sandboxNow(publication, database, clock));
  });
}

async function advance(duration: string, options: PublicationOptions): Promise<void> {
  await withSandbox(options, async ({ database, clock }, publication) => {
    const now = await database.transaction((transaction) => advanceSandbox(publication, transaction, clock, duration));
    print(options, await readSandboxSettings(publication, database), now);
    remark('The running service takes in what happened within a second.');
  });
}

async function set(options: SwitchOptions): Promise<void> {
  const change = toChange(options);
  await withSandbox(options, async ({ database, clock }, publication) => {
    const settings = await database.transaction((transaction) =>
      changeSandboxSettings(publication, transaction, change),
    );
    print(options, settings, await sandboxNow(publication, database, clock));
  });
}

/** The sandbox is there in a test environment only. */
async function withSandbox(
  options: PublicationOptions,
  work: (parts: Parts, publication: { readonly id: string }) => Promise<void>,
): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    if (parts.config.environment !== 'test')
      throw new Refused('There is no sandbox in production: set ENVIRONMENT=test');
    await work(parts, publication);
  });
}

function toChange({ sendTwice, shuffle, delay, trouble }: SwitchOptions): Partial<SandboxSettings> {
  if (delay !== undefined && !/^\d{1,6}$/.test(delay))
    throw new WrongUsage('--delay must be a whole number of seconds');
  return {
    ...(sendTwice !== undefined && { sendsTwice: sendTwice === 'on' }),
    ...(shuffle !== undefined && { shuffles: shuffle === 'on' }),
    ...(delay !== undefined && { delaySeconds: Number(delay) }),
    ...(trouble !== undefined && { trouble }),
  };
}

function print(
  options: PublicationOptions,
  { sendsTwice, shuffles, delaySeconds, trouble }: SandboxSettings,
  now: Date,
): void {
  const shown: Cells = {
    now: now.toISOString(),
    send_twice: sendsTwice,
    shuffle: shuffles,
    delay: delaySeconds,
    trouble,
  };
  printOne(options, shown, asCells);
}
