import { expect, it } from 'vitest';
import { countryNames } from './country-names.ts';

it('the list of country names contains each country once, and no other regions', () => {
  const names = countryNames();
  expect(names).toEqual(
    expect.arrayContaining(['Netherlands', 'United States', 'Brazil', 'Japan', 'Côte d’Ivoire']),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('European Union');
  expect(names).not.toContain('Unknown Region');
  expect(names.length).toBeGreaterThan(240);
  expect(names.length).toBeLessThan(275);
});
