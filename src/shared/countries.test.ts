import { describe, expect, it } from 'vitest';
import { countryCodes, englishCountryName } from './countries.ts';

describe('the name of a country', () => {
  it.each([
    ['DE', 'Germany'],
    ['US', 'United States'],
    ['XK', 'Kosovo'],
  ])('of %s is %s', (code, name) => {
    expect(englishCountryName(code)).toBe(name);
  });

  it.each(['XX', 'T1', 'ZZ', 'EU', 'UN', 'SU', 'UK', 'A1', 'de', 'DEU', 'D', '', 'DE, FR', 'DE\n'])(
    'is undefined for %j, which is no code of a country',
    (code) => {
      expect(englishCountryName(code)).toBeUndefined();
    },
  );
});

it('there are as many codes as countries and territories', () => {
  const codes = countryCodes();
  expect(codes.length).toBeGreaterThan(240);
  expect(codes.length).toBeLessThan(275);
});
