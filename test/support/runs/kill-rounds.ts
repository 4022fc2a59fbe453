/** The number of kills of a test: KILL_ROUNDS, or the usual number. At least one, since a run without a kill proves nothing. */
export function killRounds(usual: number, setting = process.env['KILL_ROUNDS']): number {
  const rounds = setting === undefined ? usual : Number(setting);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`KILL_ROUNDS is ${JSON.stringify(setting)}, and must be a whole number from 1`);
  return rounds;
}
