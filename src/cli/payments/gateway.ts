// masthead NAME VERB for each payment gateway, from the verbs that it declares (payments/gateway-definition.ts).
import { Option, type Command } from 'commander';
import type { GatewayDefinition, GatewayVerb, VerbOption } from '../../payments/gateway-definition.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne, remark } from '../output.ts';

export function registerVerbs(noun: Command, gateway: GatewayDefinition): void {
  for (const verb of gateway.verbs) {
    const command = addPublicationVerb(noun, verb.verb, verb.description, verb.example);
    for (const option of verb.options ?? []) command.addOption(toOption(option));
    command.action(() => run(gateway, verb, command));
  }
}

function toOption({ flags, description, choices, conflicts }: VerbOption): Option {
  const option = new Option(flags, description);
  if (choices !== undefined) option.choices(choices);
  if (conflicts !== undefined) option.conflicts(conflicts);
  return option;
}

async function run({ name, isTestOnly }: GatewayDefinition, verb: GatewayVerb, command: Command): Promise<void> {
  const about = command.opts<PublicationOptions>();
  const [argument = ''] = command.args;
  await withPublication(about, async (parts, publication) => {
    if (isTestOnly && parts.config.environment !== 'test')
      throw new Refused(`There is no ${name} in production: set ENVIRONMENT=test`);
    const { shown, remarks = [] } = await verb.run({
      parts,
      publication,
      argument,
      options: command.opts<Record<string, string>>(),
    });
    if (verb.securityEvent !== undefined) parts.securityLog.record(verb.securityEvent, { publication, record: name });
    if (shown !== undefined) printOne(about, shown, asCells);
    for (const text of remarks) remark(text);
  });
}
