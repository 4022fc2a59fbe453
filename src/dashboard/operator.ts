// Who operates the deployment, as far as the dashboard knows: whoever proves an address that the settings name. No role in a publication makes
// somebody an operator, since a deployment has the publications of strangers; and no page does, since who can write the settings operates it.
import type { Config } from '../config.ts';
import { normalizeEmail } from '../models/email-address.ts';

export const OPERATING_PATH = '/dashboard/operating';

interface Person {
  readonly email: string;
}

export function isOperator({ operators }: Pick<Config, 'operators'>, { email }: Person): boolean {
  return operators.some((operator) => normalizeEmail(operator) === normalizeEmail(email));
}

/** Whether somebody who proves their address becomes a staff member without an invitation. */
export function mayComeUninvited(config: Pick<Config, 'operators' | 'signUps'>, person: Person): boolean {
  return config.signUps || isOperator(config, person);
}
