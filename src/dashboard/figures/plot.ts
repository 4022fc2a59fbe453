// Plots as SVG that the server makes: lines over time, or pairs of bars. Series differ by dashes and patterns, and their
// names stand beside a sample of each, so that they are read without colour. The table below has the same numbers.

export interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

interface PlotRequest {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** What the plot shows, in words, for those who do not see it. */
  readonly description: string;
  readonly kind: 'lines' | 'bars';
  /** What stands below each value, such as a day. */
  readonly names: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

/** The data of templates/parts/plot.eta, in the units of its view box. */
export interface Plot {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  readonly baseline: number;
  readonly grid: readonly { readonly y: number; readonly text: string }[];
  readonly ticks: readonly { readonly x: number; readonly anchor: string; readonly text: string }[];
  readonly lines: readonly {
    readonly kind: number;
    readonly points: string;
  }[];
  readonly bars: readonly {
    readonly kind: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** The names of the series, with a sample of the dashes or the pattern of each. */
  readonly legend: readonly {
    readonly kind: number;
    readonly label: string;
    readonly x: number;
    readonly y: number;
    readonly isLine: boolean;
  }[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    plot: Plot;
  }
}

const WIDTH = 720;
const HEIGHT = 330;
/** Left of it stands the scale, in the large letters of a phone. */
const LEFT = 100;
/** Above it stand the names of the series. */
const TOP = 64;
const BASELINE = 286;
const LEGEND_STEP = 360;
const LEGEND_ROW = 30;
/** Names beside each other; more stand in a row below. */
const LEGEND_COLUMNS = 2;

/** Returns undefined where there is nothing to be seen: fewer than two values of lines, or all of them 0. */
export function toPlot(request: PlotRequest): Plot | undefined {
  const { id, title, description, kind, names } = request;
  // A line of zeros shows nothing and lies upon the next one.
  const series = request.series.filter(({ values }) => kind === 'bars' || values.some((value) => value !== 0));
  const largest = Math.max(0, ...series.flatMap(({ values }) => values));
  if (largest === 0 || (kind === 'lines' && names.length < 2)) return undefined;
  const { top, steps } = scaleAbove(largest);
  const ceiling = TOP + LEGEND_ROW * Math.floor((series.length - 1) / LEGEND_COLUMNS);
  const yOf = (value: number): number => round(BASELINE - (Math.max(0, value) / top) * (BASELINE - ceiling));
  return {
    id,
    title,
    description,
    width: WIDTH,
    height: HEIGHT,
    baseline: BASELINE,
    grid: Array.from({ length: steps }, (_, index) => {
      const value = (top * (index + 1)) / steps;
      return { y: yOf(value), text: request.format(value) };
    }),
    ticks: ticksOf(names, kind),
    lines: kind === 'lines' ? linesOf(series, names.length, yOf) : [],
    bars: kind === 'bars' ? barsOf(series, yOf) : [],
    legend: series.map(({ label }, index) => ({
      kind: index,
      label,
      x: (index % LEGEND_COLUMNS) * LEGEND_STEP,
      y: Math.floor(index / LEGEND_COLUMNS) * LEGEND_ROW,
      isLine: kind === 'lines',
    })),
  };
}

/** The first, the middle and the last. */
function ticksOf(names: readonly string[], kind: PlotRequest['kind']): Plot['ticks'] {
  const last = names.length - 1;
  const places = [...new Set([0, Math.round(last / 2), last])];
  return places.map((place) => ({
    x: round(LEFT + (WIDTH - LEFT) * (kind === 'bars' ? (place + 0.5) / names.length : place / Math.max(1, last))),
    anchor: anchorOf(place, last, kind),
    text: names[place] ?? '',
  }));
}

/** The first and the last of many stay within the plot. */
function anchorOf(place: number, last: number, kind: PlotRequest['kind']): string {
  if (last === 0 || (kind === 'bars' && last < 4)) return 'middle';
  if (place === 0) return 'start';
  return place === last ? 'end' : 'middle';
}

function linesOf(series: readonly Series[], count: number, yOf: (value: number) => number): Plot['lines'] {
  return series.map(({ values }, kind) => ({
    kind,
    points: values
      .map((value, index) => `${round(LEFT + ((WIDTH - LEFT) * index) / Math.max(1, count - 1))},${yOf(value)}`)
      .join(' '),
  }));
}

function barsOf(series: readonly Series[], yOf: (value: number) => number): Plot['bars'] {
  const groups = Math.max(1, ...series.map(({ values }) => values.length));
  const group = (WIDTH - LEFT) / groups;
  const width = Math.min(40, (group * 0.8) / series.length);
  const start = (group - width * series.length) / 2;
  return series.flatMap(({ values }, kind) =>
    values.map((value, index) => ({
      kind,
      x: round(LEFT + index * group + start + kind * width),
      y: yOf(value),
      width: round(width),
      height: round(BASELINE - yOf(value)),
    })),
  );
}

/** The next of 1, 2, 4, 5, 8 and 10 times a power of ten, and how many grid lines divide it into whole numbers, as people are counted. */
function scaleAbove(value: number): { readonly top: number; readonly steps: number } {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 8, 10].find((one) => one * power >= value) ?? 10;
  const top = step * power;
  return { top, steps: Math.min(top, step % 5 === 0 || step === 1 ? 5 : 4) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
