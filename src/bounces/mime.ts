// Reads of a mail what reports need: the parts of a multipart message and their header fields (RFC 2045 and 5322). What
// is no part of a report, such as text, pictures and character sets, is not read, so that a stranger's mail has little to
// try.

export interface Part {
  /** By their lower-case names; of several fields of one name the first. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Our choice: far more than a report has, and few enough that no mail takes long. */
const PARTS_MAX = 20;
const FIELDS_MAX = 200;
const FIELD = /^([!-9;-~]{1,100})[ \t]*:(.*)$/s;

/** Reads one mail or part. Bytes are read one by one as characters, so that nothing is lost or refused. */
export function readPart(text: string): Part {
  const unix = text.replaceAll('\r\n', '\n');
  const isHeadless = unix.startsWith('\n');
  const end = isHeadless ? 0 : unix.indexOf('\n\n');
  if (end === -1) return { headers: readFields(unix), body: '' };
  return {
    headers: isHeadless ? new Map() : readFields(unix.slice(0, end)),
    body: unix.slice(isHeadless ? 1 : end + 2),
  };
}

/** Reads header fields, those that are folded over several lines included. */
export function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\n[ \t]+/g, ' ').split('\n', FIELDS_MAX)) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** The type in lower case, such as multipart/report. */
export function typeOf({ headers }: Part): string {
  return (headers.get('content-type') ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Returns a parameter of Content-Type, without its quotes. */
export function parameterOf({ headers }: Part, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]{1,200})"|([^\\s;"]{1,200}))`, 'i');
  const [, quoted, bare] = pattern.exec(headers.get('content-type') ?? '') ?? [];
  return quoted ?? bare;
}

/** Returns the parts of a multipart message, which are not taken apart themselves. */
export function partsOf(part: Part): Part[] {
  const boundary = parameterOf(part, 'boundary');
  if (boundary === undefined || !typeOf(part).startsWith('multipart/')) return [];
  const [, ...rest] = `\n${part.body}`.split(`\n--${boundary}`);
  const closed = rest.findIndex((text) => text.startsWith('--'));
  return (closed === -1 ? rest : rest.slice(0, closed))
    .slice(0, PARTS_MAX)
    .map((text) => readPart(text.replace(/^[ \t]*\n/, '')));
}

/** Returns the content of a part without its transfer encoding. */
export function contentOf({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return body;
  return body
    .replaceAll(/=[ \t]*\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
