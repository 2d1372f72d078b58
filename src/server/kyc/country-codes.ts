import { countryCodes, englishCountryName } from '../../shared/countries.ts';

/** The languages in which users may write their country. */
const languages = [
  'en',
  'nl',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'ro',
  'hu',
  'tr',
  'ru',
  'uk',
];
/** Names of countries that users write and `Intl.DisplayNames` does not have. */
const otherNames: Record<string, string> = {
  america: 'US',
  england: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'hong kong': 'HK',
  macau: 'MO',
  'northern ireland': 'GB',
  scotland: 'GB',
  'the netherlands': 'NL',
  turkey: 'TR',
  'u k': 'GB',
  'u s': 'US',
  'u s a': 'US',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  wales: 'GB',
};

let codes: ReadonlyMap<string, string> | undefined;

function normalized(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

function knownCodes(): ReadonlyMap<string, string> {
  const all = countryCodes();
  const found = new Map(Object.entries(otherNames));
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of all) {
      const name = normalized(names.of(code) ?? code);
      if (!found.has(name)) found.set(name, code);
    }
  }
  for (const code of all) found.set(normalized(code), code);
  return found;
}

/** The two-letter code of a country, given the code itself or its name in one of `languages`. */
export function countryCode(text: string): string | undefined {
  codes ??= knownCodes();
  return codes.get(normalized(text));
}

/** The country's English name; a text that names no known country is returned unchanged. */
export function countryName(text: string): string {
  const code = countryCode(text);
  return (code && englishCountryName(code)) || text;
}
