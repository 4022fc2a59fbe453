// The strict parser of form bodies and query strings, used by every door: it works on the raw bytes and repairs, drops
// or guesses nothing. Each door maps the faults itself: the data API names the parameter, the sign-in provider answers
// by its protocol (RFC 6749, 3.1).

/** Our choice: far more than any form or query of this service has. */
export const MAX_PARAMETERS = 200;
/** Our choice (decisions: body 64 KiB). */
export const MAX_BODY_BYTES = 65_536;

export interface FormPair {
  readonly name: string;
  readonly value: string;
}

type FaultKind = 'bad percent-encoding' | 'bad UTF-8' | 'NUL' | 'too many parameters';

/** `name` is undefined where the fault is in the name itself or in the whole. */
export interface FormFault {
  readonly kind: FaultKind;
  readonly name: string | undefined;
}

/**
 * The parameters in the order they came, repeats included; those that could not be read are among the faults instead.
 */
export interface FormReading {
  readonly pairs: readonly FormPair[];
  readonly faults: readonly FormFault[];
}

/** Text that decodes to itself: ASCII without escapes, pluses and NUL. */
const PLAIN = /^[^%+\0\u0080-\uffff]*$/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const ESCAPE = /%([0-9A-Fa-f]{2})/g;
// Without ignoreBOM the decoder would drop a leading U+FEFF.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The reading of a request without a form or a query. */
export const EMPTY_READING: FormReading = { pairs: [], faults: [] };

/** Reads application/x-www-form-urlencoded bytes. Never throws, and looks at no more than MAX_PARAMETERS parameters. */
export function readForm(raw: Uint8Array): FormReading {
  return readBytesAsCharacters(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1'));
}

/** Reads the query of a request target such as /path?a=1, where Node gives each byte as one character. */
export function readQuery(url: string): FormReading {
  const start = url.indexOf('?');
  return start === -1 ? EMPTY_READING : readBytesAsCharacters(url.slice(start + 1));
}

function readBytesAsCharacters(text: string): FormReading {
  const parts = text.split('&', MAX_PARAMETERS + 1);
  if (parts.length > MAX_PARAMETERS) return { pairs: [], faults: [{ kind: 'too many parameters', name: undefined }] };
  const pairs: FormPair[] = [];
  const faults: FormFault[] = [];
  for (const part of parts) {
    if (part !== '') readPair(part, pairs, faults);
  }
  return { pairs, faults };
}

/** Merges several readings into one set of parameters: a name in two of them counts as repeated. */
export function mergeReadings(...readings: readonly (FormReading | undefined)[]): FormReading {
  const present = readings.filter((reading) => reading !== undefined);
  return { pairs: present.flatMap(({ pairs }) => pairs), faults: present.flatMap(({ faults }) => faults) };
}

export type ParameterState =
  | { readonly state: 'absent' }
  | { readonly state: 'given'; readonly value: string }
  | { readonly state: 'repeated' }
  | { readonly state: 'malformed' };

/**
 * Reads one parameter by the rules of OAuth: an empty value counts as absent, any second occurrence as repeated (RFC
 * 6749, 3.1).
 */
export function readParameter(reading: FormReading, name: string): ParameterState {
  if (reading.faults.some((fault) => fault.name === name)) return { state: 'malformed' };
  const found = reading.pairs.filter((pair) => pair.name === name);
  const [first, second] = found;
  if (second !== undefined) return { state: 'repeated' };
  return first === undefined || first.value === '' ? { state: 'absent' } : { state: 'given', value: first.value };
}

/** The value of a parameter that was sent once and is not empty; undefined for any fault. */
export function valueOf(reading: FormReading, name: string): string | undefined {
  const parameter = readParameter(reading, name);
  return parameter.state === 'given' ? parameter.value : undefined;
}

/** Whether the text has a character of C0, DEL or C1. */
export function hasControlCharacter(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}

function readPair(part: string, pairs: FormPair[], faults: FormFault[]): void {
  const equals = part.indexOf('=');
  const name = decode(equals === -1 ? part : part.slice(0, equals));
  const value = decode(equals === -1 ? '' : part.slice(equals + 1));
  if ('fault' in name) faults.push({ kind: name.fault, name: undefined });
  else if ('fault' in value) faults.push({ kind: value.fault, name: name.text });
  else pairs.push({ name: name.text, value: value.text });
}

function decode(encoded: string): { readonly text: string } | { readonly fault: FaultKind } {
  if (PLAIN.test(encoded)) return { text: encoded };
  if (BAD_ESCAPE.test(encoded)) return { fault: 'bad percent-encoding' };
  const bytes = encoded
    .replaceAll('+', ' ')
    .replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const text = decodeUtf8(Buffer.from(bytes, 'latin1'));
  if (text === undefined) return { fault: 'bad UTF-8' };
  return text.includes('\0') ? { fault: 'NUL' } : { text };
}

/** Undefined for bytes that are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
