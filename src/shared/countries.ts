/** `Intl.DisplayNames` also has names for these codes, which stand for groups of countries, no country, or tests. */
const notCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of the country with this uppercase two-letter code (ISO 3166-1); undefined for any other text. */
export function englishCountryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code) || notCountries.has(code)) return undefined;
  // A withdrawn code has the name of its successor.
  return new Intl.Locale(`und-${code}`).region === code ? english.of(code) : undefined;
}

/** The codes of all countries that `Intl.DisplayNames` knows, about 260. */
export function countryCodes(): string[] {
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => englishCountryName(code) !== undefined);
}
