// What an export holds of people: who they are, what they have, and what happened.
import {
  anyReference,
  boolean,
  id,
  integer,
  json,
  kindOf,
  leftOut,
  personal,
  referenceTo,
  text,
  time,
  type Kind,
} from './kind.ts';

export const PEOPLE_KINDS: readonly Kind[] = [
  kindOf('customers', {
    id,
    email: personal,
    email_normalized: personal,
    name: personal,
    language: personal,
    activation_code_mac: leftOut(
      'a hash under the SECRET_KEY of its deployment, which nobody else can compare with a code',
      'has_activation_code',
    ),
    activation_code_expires_at: time,
    activated_at: time,
    email_verified_at: time,
    created_at: time,
    gone_at: time,
    merged_into_id: anyReference,
    state: { ...text, notImported: 'it follows from what the person has' },
  }),
  kindOf('address_changes', {
    id,
    customer_id: referenceTo('customers'),
    changed_by: text,
    former_email: personal,
    former_email_normalized: personal,
    email: personal,
    undo_until: time,
    former_mailed_at: time,
    mailed_at: time,
    created_at: time,
  }),
  kindOf(
    'newsletter_subscriptions',
    { customer_id: referenceTo('customers'), newsletter_id: referenceTo('newsletters'), created_at: time },
    { key: ['customer_id', 'newsletter_id'] },
  ),
  kindOf('subscriptions', {
    id,
    customer_id: referenceTo('customers'),
    plan_id: referenceTo('plans'),
    price_id: referenceTo('prices'),
    complimentary: boolean,
    status: text,
    billing: text,
    created_at: time,
    canceled_at: time,
    ends_at: time,
    end_reason: text,
    leaving_reason: personal,
  }),
  kindOf('customer_notes', {
    id,
    customer_id: referenceTo('customers'),
    author_id: anyReference,
    author_name: personal,
    text: personal,
    created_at: time,
    edited_at: time,
  }),
];

const EVENT = {
  type: text,
  object_id: anyReference,
  customer_id: anyReference,
  created_at: time,
  facts: json,
  personal: { ...json, isPersonal: true },
} as const;

export const HISTORY_KINDS: readonly Kind[] = [
  kindOf('events', { id, ...EVENT }),
  // Those that happened just before the export, and have no id yet.
  kindOf(
    'pending_events',
    { number: { ...integer, notImported: 'a place in a queue' }, ...EVENT },
    { key: ['number'] },
  ),
  kindOf(
    'audit_entries',
    {
      id,
      actor_kind: text,
      actor_id: anyReference,
      actor_name: personal,
      act: text,
      record_id: anyReference,
      record_name: text,
      network: text,
      request_id: text,
      created_at: time,
    },
    { notImported: 'the audit log says what happened in its own deployment; one that a file can write proves nothing' },
  ),
];
