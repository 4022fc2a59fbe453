// Countries by their codes of ISO 3166-1, and those whose value-added tax is the European Union's.
import { InvalidValue } from '../errors.ts';

const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

export const COUNTRIES: readonly string[] = CODES.split(' ');
const KNOWN: ReadonlySet<string> = new Set(COUNTRIES);

/** The member states of the European Union. */
export const EU_COUNTRIES = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;
export type EuCountry = (typeof EU_COUNTRIES)[number];

export function isEuCountry(country: string | null): country is EuCountry {
  return EU_COUNTRIES.some((known) => known === country);
}

function isCountry(text: string): boolean {
  return KNOWN.has(text);
}

/** Returns the code in upper case, or null for an empty text. Throws InvalidValue. */
export function parseCountry(text: string | null | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  if (code === '') return null;
  if (!isCountry(code)) throw new InvalidValue('country', 'country must be a code of ISO 3166-1 such as DE');
  return code;
}
