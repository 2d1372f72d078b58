const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Regions and test codes in the browser's list that are not countries. */
const notCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** English names of all countries, sorted, from the browser's own list (about 260). */
export function countryNames(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // A withdrawn code has its successor's name, so some names appear twice.
  const found = new Set(
    codes.filter((code) => !notCountries.has(code)).flatMap((code) => names.of(code) ?? []),
  );
  return [...found].sort((a, b) => a.localeCompare(b, 'en'));
}
