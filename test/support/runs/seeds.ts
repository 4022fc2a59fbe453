// By what generated tests draw: a fixed seed, which tells a fault of today's change from one that was there, and that of the day, so that
// they do not send the same requests for ever. FUZZ_SEED is there to repeat a run: it alone is drawn by then.

export interface Seeds {
  readonly fixed: number;
  readonly ofTheDay: number;
}

export const seeds: Seeds = repeated(process.env['FUZZ_SEED']) ?? {
  fixed: 20230411,
  ofTheDay: dateAsNumber(new Date()),
};

/** Each once. */
export const drawnSeeds: readonly number[] = [...new Set([seeds.fixed, seeds.ofTheDay])];

function repeated(text: string | undefined): Seeds | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`FUZZ_SEED is a whole number of at most nine digits, and not ${text}`);
  return { fixed: Number(text), ofTheDay: Number(text) };
}

/** 2026-03-01 in UTC as 20260301. */
function dateAsNumber(date: Date): number {
  return Number(date.toISOString().slice(0, 10).replaceAll('-', ''));
}
