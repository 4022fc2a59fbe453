// Maps the error of a command to its message and exit code: 1 refused, 2 wrong usage or configuration. A bug of
// Masthead shows its stack.
import { CommanderError } from 'commander';
import { InvalidConfig } from '../config.ts';
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';
import { WrongOption } from '../payments/gateway-definition.ts';
import { GatewayUnavailable } from '../payments/gateway.ts';
import { StartFailure } from '../start-failure.ts';

/** The command is refused; the message says why and what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The arguments are missing, superfluous or contradictory. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const REFUSED = 1;
const USAGE_ERROR = 2;
const USAGE_ERRORS = [UsageError, WrongOption, InvalidConfig];
const EXPECTED = [...USAGE_ERRORS, Refused, InvalidValue, Conflict, NotFound, StartFailure];

/** Undefined where Commander has written its own message. */
export function explain(error: unknown): string | undefined {
  if (error instanceof CommanderError) return undefined;
  if (error instanceof GatewayUnavailable)
    return `The payment gateway does not answer: ${error.message}. Run the same command again later: nothing is done twice`;
  if (EXPECTED.some((kind) => error instanceof kind)) return error instanceof Error ? error.message : undefined;
  return `This is a fault of Masthead itself:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

export function exitCodeOf(error: unknown): number {
  // Commander throws also after help and version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
  return USAGE_ERRORS.some((kind) => error instanceof kind) ? USAGE_ERROR : REFUSED;
}
