// R-P1: what no line of a log may hold, searched in the log of every service that a test opens.

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['an e-mail address', /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/i],
  ['an API key', /key_(?:test|live)_[0-9A-Za-z]{43}/],
  ['a secret of ours', /(?<![\w-])(?:secret_)?[0-9A-Za-z]{43}(?![\w-])/],
  ['the secret of an endpoint', /whsec_[\w+/=-]{20}/],
  ['a token', /eyJ[\w-]{10,}\.[\w-]{10,}\./],
  ['an e-mailed code', /"(?:code|digits)":"?\d{6}\b/],
  // Those of test browsers; a network that is shown ends in 0.
  ['the address of a visitor', /\b198\.1[89]\.\d{1,3}\.(?!0\b)\d{1,3}\b/],
];

/** Throws where a line holds something of the list, without repeating it. */
export function refusePersonal(lines: readonly string[]): void {
  const found = lines.flatMap((line) =>
    REFUSED.filter(([, pattern]) => pattern.test(line)).map(
      ([what, pattern]) => `${what}: ${line.split(pattern).join('…')}`,
    ),
  );
  if (found.length > 0) throw new Error(`the log holds what it may not:\n${found.slice(0, 5).join('\n')}`);
}
