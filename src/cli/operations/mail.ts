// masthead mail: takes in a mail that came back, for a mail server that hands it to a program.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { readFields } from '../../bounces/mime.ts';
import { NOTIFICATION_MAX_BYTES, takeInMail } from '../../bounces/take-in.ts';
import { addVerb, withUnauditedDatabase, type OutputOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne } from '../output.ts';

interface BounceOptions extends OutputOptions {
  readonly to?: string;
}

export function register(noun: Command): void {
  addVerb(
    noun,
    'bounce [file]',
    'Take in a bounce or a complaint that came back by mail, from standard input or a file',
    'mail bounce --to "$RECIPIENT" < message.eml',
  )
    .option('--to <address>', 'the address that the mail came to; by default those in its head')
    .action(bounce);
}

const STANDARD_INPUT = 0;
/** Header fields in which mail servers keep the address that a mail came to. */
const ADDRESSED = ['delivered-to', 'x-original-to', 'envelope-to', 'to'];

async function bounce(file: string | undefined, options: BounceOptions): Promise<void> {
  const mail = readFileSync(file ?? STANDARD_INPUT);
  if (mail.length > NOTIFICATION_MAX_BYTES) throw new Refused('The mail is too long for a bounce');
  await withUnauditedDatabase(async (parts) => {
    if (parts.config.bounceAddress === undefined)
      throw new Refused('BOUNCE_ADDRESS is not set, so no mail can come back');
    const taken = await takeInMail(parts, mail, options.to === undefined ? addressesOf(mail) : [options.to]);
    printOne(options, { taken }, asCells);
  });
}

function addressesOf(mail: Buffer): string[] {
  const fields = readFields(mail.toString('latin1').replaceAll('\r\n', '\n').split('\n\n', 1).join(''));
  return ADDRESSED.flatMap((name) => (fields.get(name) ?? '').match(/[^\s<>,;"]{1,64}@[^\s<>,;"]{1,189}/g) ?? []);
}
