// Names and addresses as a large publication has them: few names are very common and many are rare (Zipf), in several scripts, with addresses at
// some dozen domains. The same every time.

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function newRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const GIVEN_NAMES =
  `Anna Maria Thomas Michael Andreas Peter Julia Katharina Stefan Martin Christine Sabine Jan Lena Paul Emma Luis José Sofía Carmen Jürgen
  François Élodie Chloé Zoë Søren Åse Łukasz Małgorzata Jiří Zsófia Ioana Mehmet Ayşe Fatma Nguyễn Thị John Mary James Patricia Robert Linda Ada Grace
  Li Wei Min Jun Yuki Haruto Анна Мария Иван Ольга Дмитрий Елена Γιώργος Μαρία Ελένη محمد فاطمة أحمد יעל דוד 伟 芳 秀英 美咲 翔太 민준 서연 राहुल प्रिया`.split(
    /\s+/,
  );
const FAMILY_NAMES =
  `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun
  García Martínez López Rodríguez Silva Santos Oliveira Dupont Martin Bernard Rossi Russo Ferrari Jensen Nielsen Hansen Ødegård Kowalski Nowak Wiśniewski
  Novák Dvořák Horváth Popescu Yılmaz Kaya Demir Smith Johnson Williams Brown Jones Davis O'Brien Lovelace Hopper Nguyễn Trần Li Wang Zhang Chen Liu
  Иванов Смирнова Кузнецов Попова Παπαδόπουλος Οικονόμου حسن علي כהן לוי 王 李 张 佐藤 鈴木 김 이 박 शर्मा सिंह`.split(
    /\s+/,
  );
const SYLLABLES =
  'ba be bo da del den er fen gar gel hal her in ka ker la len lin ma mar mer na ner or pen ra ren ro sa sen stein ta ten thal ul va ven wal wer za'.split(
    ' ',
  );
const RARE_FAMILY_NAMES = 20_000;
const RARE_GIVEN_NAMES = 1500;
const DOMAINS = [
  'gmail.example',
  'outlook.example',
  'yahoo.example',
  'web.example',
  'gmx.example',
  'icloud.example',
  't-online.example',
  'proton.example',
  ...Array.from({ length: 40 }, (_, index) => `company-${index + 1}.example`),
];

export interface Named {
  readonly name: string | null;
  readonly email: string;
}

/** Returns the maker of people; `number` makes each address another one. */
export function newNames(random: Random): (number: number) => Named {
  const given = zipf([...GIVEN_NAMES, ...rare(random, RARE_GIVEN_NAMES, 2)], random);
  const family = zipf([...FAMILY_NAMES, ...rare(random, RARE_FAMILY_NAMES, 3)], random);
  const domain = zipf(DOMAINS, random);
  return (number) => {
    const [first, last] = [given(), family()];
    const written = [first, last].map(toAscii).filter((part) => part !== '');
    const local = random() < 0.3 ? `${written[0] ?? 'reader'}${number}` : [...written, number].join('.');
    const name = random() < 0.1 ? null : `${first} ${last}`;
    return { name, email: `${local.toLowerCase()}@${domain()}` };
  };
}

function rare(random: Random, count: number, syllables: number): string[] {
  const syllable = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  return Array.from({ length: count }, () => {
    const word = Array.from({ length: syllables }, syllable).join('');
    return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  });
}

/** Takes the value of rank r with a weight of 1 / (r + 3). */
function zipf(values: readonly string[], random: Random): () => string {
  let sum = 0;
  const sums = values.map((_, rank) => (sum += 1 / (rank + 3)));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return values[low] ?? '';
  };
}

function toAscii(name: string): string {
  return name.normalize('NFKD').replaceAll(/[^A-Za-z]/g, '');
}
