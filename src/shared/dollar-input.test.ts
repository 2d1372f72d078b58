import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountAdvice, centsToDollarsInput, parseDollars, parseSignedDollars } from './dollar-input.ts';
import { formatCents } from './money.ts';

const cents = fc.integer({ min: 0, max: 99_999_999 });

describe('amountAdvice', () => {
  it.each([
    ['1,50', undefined],
    ['0,025', 'Enter at most two decimal places, such as 19.99'],
    // In countries with a decimal comma, `1.990` means 1990.
    ['1.990', 'Enter at most two decimal places, such as 19.99'],
    ['1.500', 'Enter at most two decimal places, such as 19.99'],
    ['1.999', 'Enter at most two decimal places, such as 19.99'],
    ['1,200.501', 'Enter at most two decimal places, such as 19.99'],
    ['1,500', undefined],
    ['19.99', undefined],
    ['ten', undefined],
  ])('the advice for %j is: %s', (text, advice) => expect(amountAdvice(text)).toBe(advice));
});

describe('parseDollars', () => {
  it.each([
    ['19.99', 1999],
    [' $1,200 ', 120_000],
    ['1,234,567.89', 123_456_789],
    ['.5', 50],
    ['7.', 700],
    ['0', 0],
    // Rounded in decimal, not in binary floating point.
    ['1.005', 101],
    ['1.004', 100],
    ['9.999', 1000],
    ['8.165', 817],
    ['12,50', 1250],
    ['$19,9', 1990],
    [',5', 50],
    ['1234,50', 123_450],
    ['1.234,50', 123_450],
    ['1.234.567', 123_456_700],
    // A comma before three digits separates thousands, as in the amounts that the academy shows.
    ['1,000', 100_000],
    // After a single 0, a comma is a decimal comma.
    ['0,025', 3],
  ])('%j is parsed as %i cents', (text, expected) => expect(parseDollars(text)).toBe(expected));

  it.each(['', ' ', '.', '$', '-1', '1.2.3', 'ten', '1e5', '€5', '1234567890', 'Infinity'])(
    '%j is rejected as an amount',
    (text) => expect(parseDollars(text)).toBeUndefined(),
  );

  it.each(['1,', '1,2345', '1,234,5', '12,34.56', '1.23,50', '1,,200', '1.5,000', '1.234,567', '0,000,5'])(
    'the ambiguous amount %j is rejected',
    (text) => expect(parseDollars(text)).toBeUndefined(),
  );

  it.each([
    ['-12,50', -1250],
    ['−$1,200', -120_000],
    ['+ 3', 300],
    ['-0', 0],
    ['--3', undefined],
    ['', undefined],
  ])('%j as signed cents: %s', (text, expected) => expect(parseSignedDollars(text)).toBe(expected));

  it('amounts shown by the editor and the shop parse back to the same cents', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseDollars(centsToDollarsInput(amount))).toBe(amount);
        expect(parseDollars(formatCents(amount))).toBe(amount);
      }),
    );
  });
});
