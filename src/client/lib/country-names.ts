import { countryCodes, englishCountryName } from '../../shared/countries.ts';

/** English names of all countries, sorted, from the browser's own list (about 260). */
export function countryNames(): string[] {
  return countryCodes()
    .flatMap((code) => englishCountryName(code) ?? [])
    .sort((a, b) => a.localeCompare(b, 'en'));
}
