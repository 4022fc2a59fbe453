// The places for secrets in the record of an OAuth application: the first, and a second one beside it while a site
// changes over.
import { hashSecret, randomSecret } from '../../database/secrets.ts';

/** 43 characters of base62 hold 256 bits; with the prefix they stay within [A-Za-z0-9_-] (decisions 20). */
const CLIENT_SECRET_LENGTH = 43;
const HINT_LENGTH = 4;

export interface FirstSecret {
  clientSecretHash: string;
  clientSecretHint: string;
  clientSecretCreatedAt: number;
  clientSecretUsedAt: number | null;
}

export interface SecondSecret {
  secondSecretHash: string | null;
  secondSecretHint: string | null;
  secondSecretCreatedAt: number | null;
  secondSecretUsedAt: number | null;
}

export const NO_SECOND_SECRET: SecondSecret = {
  secondSecretHash: null,
  secondSecretHint: null,
  secondSecretCreatedAt: null,
  secondSecretUsedAt: null,
};

export function newClientSecret(): string {
  return `secret_${randomSecret(CLIENT_SECRET_LENGTH)}`;
}

/** The last four characters. */
export function hintOf(clientSecret: string): string {
  return clientSecret.slice(-HINT_LENGTH);
}

/** @param createdAt milliseconds */
export function onlySecret(clientSecret: string, createdAt: number): FirstSecret & SecondSecret {
  return {
    clientSecretHash: hashSecret(clientSecret),
    clientSecretHint: hintOf(clientSecret),
    clientSecretCreatedAt: createdAt,
    clientSecretUsedAt: null,
    ...NO_SECOND_SECRET,
  };
}
