// Slugs that are made from names, where the publisher types none.
const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A slug from a name: "Die Zeitung für alle" becomes die-zeitung-fuer-alle. Empty where nothing is left. */
export function toSlug(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[äöüß]/g, (letter) => WRITTEN_OUT[letter] ?? letter);
  const words =
    plain
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 64).replace(/-$/, '');
}

/** The slug, or the first of slug-2, slug-3 and so on that is not taken. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  let free = slug;
  for (let count = 2; taken.includes(free); count += 1) free = `${slug.slice(0, 60).replace(/-$/, '')}-${count}`;
  return free;
}
