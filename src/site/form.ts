// Reads the forms of pages: the body by the strict parser of all doors, and only with a valid CSRF token (decisions
// 28).
import type { FastifyRequest } from 'fastify';
import { isMultipart, readBody } from '../http/bodies/body.ts';
import { EMPTY_READING, readParameter, valueOf, type FormReading } from '../http/bodies/form.ts';
import type { Uploads } from '../http/bodies/multipart.ts';
import { readUpload, type FileKeeper, type KeptFiles } from '../http/bodies/upload.ts';
import { HttpRefusal } from '../http/refusal.ts';
import { InvalidValue } from '../models/errors.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import type { FormError } from '../views/page-data.ts';
import type { TextKey } from '../views/text.ts';
import { isCsrfTokenValid, isOwnPage } from './csrf.ts';
import { MalformedRequest, StaleForm } from './errors.ts';
import type { BrowserRequest, Site } from './site.ts';

/** How a form is shown: blank, or again with its errors. */
export interface FormState {
  readonly status: number;
  readonly errors: readonly FormError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Directives of the Content-Security-Policy in place of those of every page. */
  readonly policy?: Readonly<Record<string, string>>;
}

export const FRESH: FormState = { status: 200, errors: [] };

export function faulty(errors: readonly FormError[]): FormState {
  return { status: 422, errors };
}

/**
 * Reads the form. Throws errors that are answered with 400, 408, 413 or 415.
 * @param files the names of its file fields
 */
export async function readPageForm(
  request: FastifyRequest,
  files: readonly string[] = [],
): Promise<{ readonly form: FormReading; readonly uploads: Uploads }> {
  const body = await readBody(request.raw, files.length === 0 ? 'fields' : 'files');
  if (body.state === 'none') return { form: EMPTY_READING, uploads: {} };
  if (body.state !== 'form') throw refusalOf(body.state);
  const { reading: form, uploads = {} } = body;
  if (!Object.keys(uploads).every((name) => files.includes(name)))
    throw new MalformedRequest('the form has no such file field');
  return { form, uploads };
}

/** Reads a form whose files are kept as they arrive. Throws as readPageForm does, and what `admit` throws. */
export async function readUploadForm(
  request: FastifyRequest,
  keeper: FileKeeper,
): Promise<{ readonly form: FormReading; readonly kept: KeptFiles }> {
  if (!isMultipart(request.headers)) return { form: (await readPageForm(request)).form, kept: {} };
  const body = await readUpload(request.raw, keeper);
  if (body.state !== 'form') throw refusalOf(body.state);
  return { form: body.reading, kept: body.kept };
}

function refusalOf(state: 'too large' | 'another media type' | 'cut off'): Error {
  if (state === 'cut off') return new MalformedRequest('the body was cut off');
  return state === 'too large'
    ? new HttpRefusal(413, 'the form is too large')
    : new HttpRefusal(415, 'the body is no form');
}

/** Throws StaleForm unless the form came from our own page and holds the token of its holder. */
export function checkOwnForm(
  { secretKeys, securityLog }: Pick<Service, 'secretKeys' | 'securityLog'>,
  site: Pick<Site, 'id' | 'siteUrl'>,
  { request, form, holder, startAgain }: SentForm,
): void {
  if (isOwnPage(site, request) && isCsrfTokenValid(secretKeys, site, holder, valueOf(form, 'csrf_token'))) return;
  securityLog.record('csrf_refused', { publication: site, request });
  throw new StaleForm(startAgain);
}

interface SentForm {
  readonly request: Pick<BrowserRequest, 'headers' | 'ip'> & { readonly id: string };
  readonly form: FormReading;
  /** Whom the form is for, as in csrfTokenFor. */
  readonly holder: string | undefined;
  /** Where a fresh form is found. */
  readonly startAgain: string;
}

/**
 * The field as typed, or an empty text. Throws MalformedRequest for a repeated or unreadable field, which no browser
 * sends from our pages.
 */
export function fieldOf(form: FormReading, name: string): string {
  const field = readParameter(form, name);
  if (field.state === 'repeated' || field.state === 'malformed')
    throw new MalformedRequest(`the field ${name} is ${field.state}`);
  return field.state === 'given' ? field.value : '';
}

/** The fields as typed. @param names of the fields, by the names that the page uses. Throws as fieldOf does. */
export function fieldsOf<Key extends string>(
  form: FormReading,
  names: Readonly<Record<Key, string>>,
): Readonly<Record<Key, string>> {
  const typed = Object.entries<string>(names).map(([key, name]) => [key, fieldOf(form, name)] as const);
  // The entries of `names`, one by one.
  return Object.fromEntries(typed) as Record<Key, string>;
}

/** What the page shows again after a fresh proof (`keeps` of its form), from its query; undefined where nothing was kept. */
export function keptOf<Key extends string>(
  query: FormReading,
  names: Readonly<Record<Key, string>>,
): Readonly<Record<Key, string>> | undefined {
  const isKept = Object.values<string>(names).some((name) => valueOf(query, name) !== undefined);
  return isKept ? fieldsOf(query, names) : undefined;
}

/** Messages for fields that a model refused: some for one reason, some for the field of one page. */
const FAULTS: Readonly<Record<string, TextKey>> = {
  email: 'fault.email',
  'email: look-alike': 'fault.email-look-alike',
  name: 'fault.name',
  'recipient_email: email': 'fault.recipient-email',
};

type Parsed<Value> =
  | { readonly value: Value; readonly errors: readonly [] }
  | { readonly value: undefined; readonly errors: readonly [FormError] };

/**
 * What `parse` makes of a field; the fault that it finds there is returned for the page instead of thrown.
 * @param name of the field on this page, where it is another one
 */
export function parseField<Value>({ t }: Language, parse: () => Value, name?: string): Parsed<Value> {
  try {
    return { value: parse(), errors: [] };
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const ofReason = FAULTS[`${error.field}: ${error.reason ?? ''}`];
    const key = ofReason ?? FAULTS[`${name ?? ''}: ${error.field}`] ?? FAULTS[error.field];
    if (key === undefined) throw error;
    return { value: undefined, errors: [{ field: name ?? error.field, message: t(key) }] };
  }
}
