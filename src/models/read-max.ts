/** The most rows that a reading for an operator touches, so that a long queue does not make it slow: a count of so many means "at least". */
export const READ_MAX = 5000;
