// What a failed command says and by which exit code it ends: 1 refused, 2 wrong usage or configuration. A fault of Masthead itself shows its stack.
import { CommanderError } from 'commander';
import { InvalidConfig } from '../config.ts';
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';
import { WrongOption } from '../payments/gateway-definition.ts';
import { GatewayUnavailable } from '../payments/gateway.ts';
import { StartFailure } from '../start-failure.ts';

/** The command is understood but not carried out; the message says why and what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The command does not say enough, or too much. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

const REFUSED = 1;
const WRONG = 2;
const WRONGLY_USED = [WrongUsage, WrongOption, InvalidConfig];
const FORESEEN = [...WRONGLY_USED, Refused, InvalidValue, Conflict, NotFound, StartFailure];

/** Undefined where Commander has written its own message. */
export function explain(error: unknown): string | undefined {
  if (error instanceof CommanderError) return undefined;
  if (error instanceof GatewayUnavailable)
    return `The payment gateway does not answer: ${error.message}. Run the same command again later: nothing is done twice`;
  if (FORESEEN.some((kind) => error instanceof kind)) return error instanceof Error ? error.message : undefined;
  return `This is a fault of Masthead itself:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

export function exitCodeOf(error: unknown): number {
  // Showing help or the version ends by an error of Commander's, too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG;
  return WRONGLY_USED.some((kind) => error instanceof kind) ? WRONG : REFUSED;
}
