// The seeds of generated tests: a fixed one, which distinguishes a fault of today's change from an old one, and the date, so that the requests differ
// from day to day. FUZZ_SEED repeats a run: then it is the only seed, or both where it names two.

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
  const [, first = '', second = first] = /^(\d{1,9})(?:,(\d{1,9}))?$/.exec(text) ?? [];
  if (first === '') throw new Error(`FUZZ_SEED is a whole number of at most nine digits, or two, and not ${text}`);
  return { fixed: Number(first), ofTheDay: Number(second) };
}

/** 2026-03-01 in UTC as 20260301. */
function dateAsNumber(date: Date): number {
  return Number(date.toISOString().slice(0, 10).replaceAll('-', ''));
}
