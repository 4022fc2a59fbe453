// The words by which a person is found: those of the name, of the part before the @, and the domain with its @. Case,
// accents and punctuation make no difference.

/** Our choice: no word is longer; a longer one is found by its beginning. */
const WORD_MAX_LENGTH = 40;
/** Our choice: enough for every name that is one, and few enough that nobody fills the index by a name. */
const WORDS_MAX = 12;
/** Text that has nothing to fold but its case. */
const IS_ASCII = /^[\0-\x7f]*$/;
/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Returns text in the form in which words are compared. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  const base = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return base.replaceAll(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

function wordsIn(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(cut);
}

function cut(word: string): string {
  return [...word].slice(0, WORD_MAX_LENGTH).join('');
}

/** Returns the words of a person, each once. */
export function wordsOf({ name, email }: { readonly name: string | null; readonly email: string | null }): string[] {
  const at = email?.lastIndexOf('@') ?? -1;
  const [local, domain] = email === null ? ['', ''] : [email.slice(0, at), email.slice(at)];
  const words = [...(domain === '' ? [] : [cut(fold(domain))]), ...wordsIn(local), ...wordsIn(name ?? '')];
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/**
 * Returns the beginnings of words that somebody searches for: all of them have to match. Text with an @ is an address,
 * of which the part before the @ and the domain are searched for.
 */
export function termsOf(text: string): string[] {
  const terms = text
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const at = part.lastIndexOf('@');
      if (at === -1) return wordsIn(part);
      const domain = cut(fold(part.slice(at)));
      return [...wordsIn(part.slice(0, at)), ...(domain === '@' ? [] : [domain])];
    });
  return [...new Set(terms)].slice(0, WORDS_MAX);
}

/** Whether a person is one of those that the terms find. */
export function isFound(person: Parameters<typeof wordsOf>[0], terms: readonly string[]): boolean {
  // Most of many people are told apart by this, without their words.
  const text = fold(`${person.name ?? ''} ${person.email ?? ''}`);
  if (!terms.every((term) => text.includes(term))) return false;
  const words = wordsOf(person);
  return terms.every((term) => words.some((word) => word.startsWith(term)));
}

/** The least text that is greater than every text that begins with the term. */
export function endOfPrefix(term: string): string {
  return `${term}\u{10FFFF}`;
}
