// The format of Stripe's API: bracketed form fields in, lists and errors out.

export type Fields = { readonly [name: string]: string | Fields };

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** `a[b][0]=c` as { a: { b: { 0: 'c' } } }. */
export function parseFields(text: string): Fields {
  const root: Record<string, unknown> = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.replaceAll(']', '').split('[');
    let at = root;
    for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>;
    at[names.at(-1) ?? ''] = value;
  }
  return root as Fields;
}

export function textOf(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
}

export function under(fields: Fields | undefined, name: string): Fields | undefined {
  const value = fields?.[name];
  return typeof value === 'object' ? value : undefined;
}

/** The entries of an array. */
export function entriesOf(fields: Fields | undefined, name: string): (string | Fields)[] {
  return Object.values(under(fields, name) ?? {});
}

export function textsOf(fields: Fields | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Thrown by the test double's routes and answered in Stripe's format. */
export class StripeFault extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, string>>;

  constructor(status: number, error: Readonly<Record<string, string>>) {
    super(error['message']);
    this.status = status;
    this.error = error;
  }
}

export function missing(param: string, id: string): StripeFault {
  return new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${param}: '${id}'`,
  });
}

export function invalid(param: string, message: string, code?: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', param, message, ...(code !== undefined && { code }) });
}

export function cardFault(code: string, declineCode?: string): StripeFault {
  return new StripeFault(402, {
    type: 'card_error',
    code,
    message: 'Your card was declined.',
    ...(declineCode !== undefined && { decline_code: declineCode }),
  });
}
