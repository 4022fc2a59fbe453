// The kinds of security events: for each its level in the log, what its line says, and how many in five minutes are
// worth a warning however usual they are not (unusual-rate.ts). docs/operating.md lists them, and a test compares.

interface Kind {
  readonly level: 'info' | 'warn';
  readonly text: string;
  /** Our choice: so many in five minutes never cause the warning about an unusual rate. */
  readonly quietUpTo: number;
}

const kinds = {
  sign_in: { level: 'info', text: 'a customer signed in', quietUpTo: 300 },
  email_changed: { level: 'info', text: 'a customer changed the e-mail address', quietUpTo: 20 },
  email_change_proved: { level: 'info', text: 'a customer proved the address that is to change', quietUpTo: 20 },
  email_change_undone: { level: 'warn', text: 'a change of an e-mail address was undone', quietUpTo: 5 },
  account_erased: { level: 'info', text: 'a customer erased the account', quietUpTo: 20 },
  email_given: { level: 'info', text: 'a publisher gave a customer an e-mail address', quietUpTo: 100 },
  sessions_ended: { level: 'info', text: "a publisher ended a customer's sessions", quietUpTo: 50 },
  customer_erased: { level: 'info', text: 'a publisher erased a customer', quietUpTo: 50 },
  email_code_wrong: { level: 'warn', text: 'an e-mailed code was wrong', quietUpTo: 30 },
  email_code_limited: { level: 'warn', text: 'too many e-mailed codes were requested or tried', quietUpTo: 20 },
  activation_code_wrong: { level: 'warn', text: 'an activation code was wrong', quietUpTo: 30 },
  activation_code_limited: { level: 'warn', text: 'too many activation codes were tried', quietUpTo: 20 },
  gift_code_wrong: { level: 'warn', text: 'a gift code was wrong', quietUpTo: 30 },
  gift_code_limited: { level: 'warn', text: 'too many gift codes were tried', quietUpTo: 20 },
  discount_code_wrong: { level: 'warn', text: 'a discount code was wrong', quietUpTo: 30 },
  discount_code_limited: { level: 'warn', text: 'too many discount codes were tried', quietUpTo: 20 },
  csrf_refused: { level: 'warn', text: 'a form was stale, or came from another site', quietUpTo: 50 },
  authorization_code_replayed: { level: 'warn', text: 'an authorization code was redeemed again', quietUpTo: 10 },
  client_secret_wrong: { level: 'warn', text: 'a client secret was wrong', quietUpTo: 30 },
  client_secret_limited: { level: 'warn', text: 'too many client secrets were wrong', quietUpTo: 10 },
  api_key_wrong: { level: 'warn', text: 'an API key was wrong', quietUpTo: 30 },
  api_key_limited: { level: 'warn', text: 'too many API keys were wrong', quietUpTo: 10 },
  api_key_revoked_used: { level: 'warn', text: 'a revoked API key was used', quietUpTo: 30 },
  webhook_signature_wrong: { level: 'warn', text: 'the signature of a webhook was wrong', quietUpTo: 10 },
  staff_sign_in: { level: 'info', text: 'a staff member signed in', quietUpTo: 50 },
  staff_code_wrong: { level: 'warn', text: 'a code for the dashboard was wrong', quietUpTo: 10 },
  staff_code_limited: {
    level: 'warn',
    text: 'too many codes for the dashboard were requested or tried',
    quietUpTo: 10,
  },
  staff_link_wrong: { level: 'warn', text: 'a sign-in link or an invitation was not valid', quietUpTo: 10 },
  staff_link_limited: { level: 'warn', text: 'too many sign-in links or invitations were not valid', quietUpTo: 10 },
  staff_passkey_wrong: { level: 'warn', text: 'a passkey for the dashboard was refused', quietUpTo: 10 },
  staff_passkey_limited: { level: 'warn', text: 'too many passkeys for the dashboard were refused', quietUpTo: 10 },
  staff_passkey_added: { level: 'info', text: 'a staff member added a passkey', quietUpTo: 10 },
  staff_passkey_removed: { level: 'info', text: 'a staff member removed a passkey', quietUpTo: 10 },
  staff_code_switched_off: { level: 'info', text: 'a staff member switched e-mailed codes off', quietUpTo: 10 },
  staff_code_switched_on: { level: 'warn', text: 'e-mailed codes sign in a staff member again', quietUpTo: 10 },
  staff_recovery_codes_made: { level: 'info', text: 'a staff member made recovery codes', quietUpTo: 10 },
  staff_recovery_code_used: { level: 'warn', text: 'a recovery code signed in a staff member', quietUpTo: 5 },
  staff_recovery_code_wrong: { level: 'warn', text: 'a recovery code was wrong', quietUpTo: 10 },
  staff_recovery_code_limited: { level: 'warn', text: 'too many recovery codes were tried', quietUpTo: 10 },
  staff_invited: { level: 'info', text: 'somebody was invited to the dashboard', quietUpTo: 20 },
  staff_role_changed: { level: 'warn', text: 'the role of a staff member changed', quietUpTo: 10 },
  staff_removed: { level: 'warn', text: 'a staff member lost access', quietUpTo: 10 },
  publication_opened: { level: 'info', text: 'somebody opened a publication', quietUpTo: 10 },
  publication_limited: { level: 'warn', text: 'too many publications were opened', quietUpTo: 10 },
  address_changed: { level: 'warn', text: 'a publication has another address', quietUpTo: 10 },
  api_key_created: { level: 'info', text: 'an API key was created', quietUpTo: 10 },
  api_key_revoked: { level: 'info', text: 'an API key was revoked', quietUpTo: 10 },
  client_secret_created: { level: 'info', text: 'an application and its client secret were created', quietUpTo: 10 },
  client_secret_added: { level: 'info', text: 'an application got a second client secret', quietUpTo: 10 },
  client_secret_ended: { level: 'info', text: 'one of two client secrets of an application was ended', quietUpTo: 10 },
  client_secret_rotated: { level: 'info', text: 'the client secret of an application was replaced', quietUpTo: 10 },
  client_secret_deleted: { level: 'info', text: 'an application and its client secret were deleted', quietUpTo: 10 },
  endpoint_secret_created: { level: 'info', text: 'an event endpoint and its secret were created', quietUpTo: 10 },
  endpoint_secret_rotated: { level: 'info', text: 'the secret of an event endpoint was replaced', quietUpTo: 10 },
  endpoint_secret_deleted: { level: 'info', text: 'an event endpoint and its secret were deleted', quietUpTo: 10 },
  gateway_connected: { level: 'info', text: 'credentials of a payment gateway were stored', quietUpTo: 10 },
  gateway_disconnected: { level: 'info', text: 'credentials of a payment gateway were removed', quietUpTo: 10 },
  signing_key_rotated: { level: 'info', text: 'a signing key was created', quietUpTo: 10 },
  secret_key_changed: { level: 'info', text: 'stored secrets were encrypted by a new SECRET_KEY', quietUpTo: 10 },
} as const satisfies Record<string, Kind>;

export type SecurityEventKind = keyof typeof kinds;

export const SECURITY_EVENTS: Readonly<Record<SecurityEventKind, Kind>> = kinds;
