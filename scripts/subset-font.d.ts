// The part of subset-font, which has no types of its own, that scripts/fonts.ts uses.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    },
  ): Promise<Buffer>;
}
