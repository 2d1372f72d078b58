import { expect, it } from 'vitest';
import { readPrice } from './price-text.ts';

it.each([
  ['9.99', 999],
  ['$1,200', 120_000],
  [' 0.50 ', 50],
  ['1,50', 150],
])('%s is a price', (text, cents) => expect(readPrice(text)).toEqual({ cents }));

it.each([
  ['', 'Enter a price in dollars such as 9.99'],
  ['ten', 'Enter a price in dollars such as 9.99'],
  ['-1', 'A price cannot be negative. Enter 0 for free, or at least $0.50.'],
  ['0.30', 'The price must be 0 or at least $0.50'],
  ['1000000', 'A price can be at most $999,999.99'],
  ['1000000000', 'A price can be at most $999,999.99'],
  ['1e9', 'Enter a price in dollars such as 9.99'],
])('the error for “%s” says how to correct it', (text, error) => expect(readPrice(text)).toEqual({ error }));

it('a price of 0 and a rounded price come with an explanation', () => {
  expect(readPrice('0')).toEqual({ cents: 0, note: 'Free: every logged-in user may open it.' });
  expect(readPrice('1.500')).toEqual({
    cents: 150,
    note: 'A price has two decimal places, so this is saved as $1.50.',
  });
  expect(readPrice('1.999')).toEqual({
    cents: 200,
    note: 'A price has two decimal places, so this is saved as $2.00.',
  });
});
