// Reads HTTP Basic credentials (RFC 7617) that hold an API key: the key is the user name, the password is empty.

const BASIC = /^basic +([a-z0-9+/]+={0,2}) *$/i;

export interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

/** Undefined where there are none. */
export function readBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const user = colon === -1 ? text : text.slice(0, colon);
  return user === '' ? undefined : { user, password: colon === -1 ? '' : text.slice(colon + 1) };
}
