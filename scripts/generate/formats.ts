// The formats of the contract that are checked, in parameters and in the answers of tests.

/**
 * Our choice: RFC 3339 on a day that the calendar has, so that 31 February is refused; leap seconds are not known. Ruby and Rust write a time with
 * spaces, UTC or an offset without a colon, and their clients send it so: those forms are taken, too. The alternatives are months of 31 days, of 30
 * days, February, and its 29th in leap years.
 */
const DATE_TIME = new RegExp(
  [
    '^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))',
    '|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)',
    '[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})? ?(?:Z|UTC|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])$',
  ].join(''),
);

export const FORMATS = { 'date-time': DATE_TIME, int64: true } as const;
