// Texts that would begin a line of their own in a header, if it were written as it stands (reliability R-B9).

const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\n\n',
  '\r\n ',
  '\r\n\t',
  '\t',
  '\v',
  '\f',
  '\0\r\n',
  '\u0085',
  '\u2028',
  '\u2029',
  // Their lower bytes are those of a line break.
  '\u560D\u560A',
  '%0d%0a',
  '%250d%250a',
  '=0D=0A',
  '=?utf-8?Q?=0D=0A?=',
  '\\r\\n',
];
const LINES = [
  'X-Injected: yes',
  'Bcc: victim@example.org',
  'Set-Cookie: injected=yes',
  'Location: https://evil.example/',
  'RCPT TO:<victim@example.org>',
];

/** 300 of them: a break, then a line, at the start, in the middle and at the end. */
export const BROKEN_LINES: readonly string[] = BREAKS.flatMap((lineBreak) =>
  LINES.flatMap((line) => [
    `${lineBreak}${line}`,
    `Ada${lineBreak}${line}${lineBreak}Lovelace`,
    `Ada Lovelace${lineBreak}${line}${lineBreak}`,
  ]),
);
