// The challenge of a passkey ceremony (WebAuthn section 13.4.3): random, for one ceremony of one browser or session, short-
// lived, and used once. It carries its own proof, a keyed hash, so that showing a page with one writes nothing.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { hashSecret, randomSecret, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';

/** Our choice: as long as an e-mailed code is valid. */
export const CHALLENGE_LIFETIME_SECONDS = 600;

export interface ChallengeUse {
  readonly ceremony: 'sign-in' | 'proof' | 'registration';
  /** The value of the browser cookie where nobody is signed in; otherwise the id of the session. */
  readonly holder: string;
}

/** A challenge as it came back, and what it has to be for. */
export interface SignedChallenge extends ChallengeUse {
  readonly challenge: string;
}

const spend = statement(
  'spend_staff_challenge',
  'insert into staff_used_challenges (hash, expires_at) values (:hash, :expiresAt) on conflict (hash) do nothing',
);

export function newChallenge(secretKeys: SecretKeys, clock: Clock, use: ChallengeUse): string {
  const [random, expiresAt] = [randomSecret(), addSeconds(clock.now(), CHALLENGE_LIFETIME_SECONDS).getTime()];
  return `${random}.${expiresAt}.${secretKeys.mac('passkey-challenge', boundTo(use, random, expiresAt))}`;
}

/**
 * Uses the challenge up. Returns true for exactly one of several concurrent callers; false for one that was used, is too
 * old, or was made for another ceremony or holder.
 */
export async function spendChallenge(
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: SignedChallenge,
): Promise<boolean> {
  const [, random, digits, mac] = /^(\w{43})\.(\d{1,16})\.([\w-]{43})$/.exec(given.challenge) ?? [];
  if (random === undefined || digits === undefined || mac === undefined) return false;
  const expiresAt = Number(digits);
  if (!secretKeys.isMac('passkey-challenge', boundTo(given, random, expiresAt), mac)) return false;
  if (expiresAt <= clock.now().getTime()) return false;
  return (await transaction.run(spend, { hash: hashSecret(random), expiresAt })) === 1;
}

function boundTo({ ceremony, holder }: ChallengeUse, random: string, expiresAt: number): string {
  return [ceremony, holder, random, expiresAt].join(' ');
}
