// Whether a billing record is in its trial: the present period ends with the trial, and nothing was charged yet.

export function isInTrial({
  trialEnd,
  periodEnd,
}: {
  readonly trialEnd: number | null;
  readonly periodEnd: number;
}): boolean {
  return trialEnd === periodEnd;
}

/** The same as SQL. @param row the billing record's name in the statement */
export function inTrial(row: string): string {
  return `coalesce(${row}.trial_end = ${row}.period_end, false)`;
}
