// What the check of an application finds (outbound/application-check.ts): a key, which pages and the command line phrase
// in their language, and the facts that the words need.

export type CheckFinding =
  | 'found'
  | 'no-answer'
  | 'not-finished'
  | 'discovery-status'
  | 'discovery-issuer'
  | 'keys-none'
  | 'keys-lack'
  | 'redirect-answers'
  | 'redirect-missing'
  | 'redirect-error'
  | 'receiver-none'
  | 'receiver-missing'
  | 'receiver-takes'
  | 'receiver-refuses'
  | 'token-refused'
  | 'token-status'
  | `token-${'signature' | 'unsigned' | 'iss' | 'aud' | 'iat' | 'old' | 'sub' | 'sid' | 'events' | 'nonce' | 'typ'}`;

export interface CheckLine {
  /** For programs; the number of a receiver's check is that of service.md, Events. */
  readonly check: string;
  readonly result: 'pass' | 'warning' | 'fail';
  readonly finding: CheckFinding;
  readonly facts: Readonly<Record<string, string | number>>;
  /** The specification leaves it to the receiver. */
  readonly isLeftOpen?: true;
}
