// What the columns of a file mean: the fields of an import, and which column of a known export holds which. A preset is
// recognized by columns that no other export has; the publisher may change what it says.

export const IMPORT_FIELDS = [
  'email',
  'name',
  'first_name',
  'last_name',
  'newsletters',
  'subscribed',
  'unsubscribed',
  'plan',
  'active',
  'complimentary',
  'complimentary_until',
  'paid_until',
  'joined',
  'address_name',
  'address_company',
  'address_line1',
  'address_line2',
  'address_district',
  'address_postal_code',
  'address_city',
  'address_region',
  'address_country',
  'address',
  'note',
  'activation_code',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Fields that several columns of one file may fill together. */
export const JOINED_FIELDS: ReadonlySet<ImportField> = new Set(['address', 'address_name', 'note', 'newsletters']);

export const PRESETS = ['ghost', 'memberful', 'substack', 'patreon', 'mailchimp', 'steady'] as const;
export type Preset = (typeof PRESETS)[number];

interface Export {
  /** Columns that tell the export, in lower case. */
  readonly marks: readonly string[];
  readonly fields: Readonly<Record<string, ImportField>>;
}

/** Columns that mean the same in any file, in lower case, without spaces, hyphens and underscores. */
const COMMON: Readonly<Record<string, ImportField>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  mailadresse: 'email',
  emailadresse: 'email',
  name: 'name',
  fullname: 'name',
  vollständigername: 'name',
  firstname: 'first_name',
  vorname: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  nachname: 'last_name',
  newsletter: 'newsletters',
  newsletters: 'newsletters',
  plan: 'plan',
  tier: 'plan',
  active: 'active',
  aktiv: 'active',
  complimentary: 'complimentary',
  complimentaryuntil: 'complimentary_until',
  paiduntil: 'paid_until',
  bezahltbis: 'paid_until',
  joined: 'joined',
  createdat: 'joined',
  street: 'address_line1',
  straße: 'address_line1',
  postalcode: 'address_postal_code',
  postcode: 'address_postal_code',
  zip: 'address_postal_code',
  zipcode: 'address_postal_code',
  plz: 'address_postal_code',
  postleitzahl: 'address_postal_code',
  city: 'address_city',
  ort: 'address_city',
  stadt: 'address_city',
  country: 'address_country',
  land: 'address_country',
  address: 'address',
  anschrift: 'address',
  adresse: 'address',
  note: 'note',
  notes: 'note',
  notiz: 'note',
  activationcode: 'activation_code',
};

const EXPORTS: Readonly<Record<Preset, Export>> = {
  ghost: {
    marks: ['subscribed_to_emails', 'complimentary_plan'],
    fields: {
      subscribed_to_emails: 'subscribed',
      complimentary_plan: 'complimentary',
      created_at: 'joined',
      tiers: 'plan',
    },
  },
  memberful: {
    marks: ['memberful id', 'full name'],
    fields: {
      'full name': 'name',
      'created at': 'joined',
      plan: 'plan',
      active: 'active',
      'expiration date': 'paid_until',
      'expires at': 'paid_until',
      'address street': 'address_line1',
      'address city': 'address_city',
      'address state': 'address_region',
      'address postal code': 'address_postal_code',
      'address country': 'address_country',
    },
  },
  substack: {
    marks: ['active_subscription', 'email_disabled'],
    fields: {
      active_subscription: 'active',
      expiry: 'paid_until',
      plan: 'plan',
      email_disabled: 'unsubscribed',
      created_at: 'joined',
    },
  },
  patreon: {
    marks: ['patron status', 'patronage since date'],
    fields: {
      'patron status': 'active',
      tier: 'plan',
      addressee: 'address_name',
      street: 'address_line1',
      city: 'address_city',
      state: 'address_region',
      zip: 'address_postal_code',
      country: 'address_country',
      'patronage since date': 'joined',
      'access expiration': 'paid_until',
      'additional details': 'note',
    },
  },
  mailchimp: {
    marks: ['leid', 'euid'],
    fields: { 'email address': 'email', confirm_time: 'joined', notes: 'note' },
  },
  steady: {
    marks: ['plan_name', 'subscription_state'],
    fields: {
      plan_name: 'plan',
      subscription_state: 'active',
      subscribed_at: 'joined',
      expires_at: 'paid_until',
      shipping_first_name: 'address_name',
      shipping_last_name: 'address_name',
      shipping_company_name: 'address_company',
      shipping_street_and_number: 'address_line1',
      shipping_zip_code: 'address_postal_code',
      shipping_city: 'address_city',
      shipping_state: 'address_region',
      shipping_country_code: 'address_country',
    },
  },
};

/** Returns the export that has these columns. */
export function recognizePreset(header: readonly string[]): Preset | undefined {
  const names = new Set(header.map((name) => name.toLowerCase()));
  return PRESETS.find((preset) => EXPORTS[preset].marks.every((mark) => names.has(mark)));
}

/** Returns what each column means, in their order; undefined for a column that is left out. */
export function fieldsOf(header: readonly string[], preset: Preset | undefined): (ImportField | undefined)[] {
  const ofExport = preset === undefined ? {} : EXPORTS[preset].fields;
  const taken = new Set<ImportField>();
  return header.map((name) => {
    const column = name.toLowerCase();
    const field = ofExport[column] ?? COMMON[column.replaceAll(/[\s_-]/g, '')];
    if (field === undefined || (taken.has(field) && !JOINED_FIELDS.has(field))) return undefined;
    taken.add(field);
    return field;
  });
}
