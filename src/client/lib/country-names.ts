const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Groups of countries and test codes, for which the browser's list also has two-letter codes. */
const notCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** English names of the world's countries, sorted, from the browser's own list (about 260). */
export function countryNames(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // Withdrawn codes give the successor's name, so some names come twice.
  const found = new Set(
    codes.filter((code) => !notCountries.has(code)).flatMap((code) => names.of(code) ?? []),
  );
  return [...found].sort((a, b) => a.localeCompare(b, 'en'));
}
