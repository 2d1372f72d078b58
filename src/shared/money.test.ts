import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountAdvice, centsToDollarsInput, formatCents, parseDollars } from './money.ts';

const cents = fc.integer({ min: 0, max: 99_999_999 });

describe('formatCents', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1999, '$19.99'],
    [123_456, '$1,234.56'],
  ])('%i cents are formatted as %s', (amount, text) => expect(formatCents(amount)).toBe(text));
});

describe('amountAdvice', () => {
  it.each([
    ['1,50', 'Write the cents after a point: 1.50'],
    ['$19,9', 'Write the cents after a point: 19.9'],
    ['1.999', 'Enter at most two decimal places, such as 19.99'],
    ['1,200.501', 'Enter at most two decimal places, such as 19.99'],
    ['1.990', undefined],
    ['1,500', undefined],
    ['19.99', undefined],
    ['ten', undefined],
  ])('%j: %s', (text, advice) => expect(amountAdvice(text)).toBe(advice));
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
  ])('%j is parsed as %i cents', (text, expected) => expect(parseDollars(text)).toBe(expected));

  it.each(['', ' ', '.', '$', '-1', '1.2.3', 'ten', '1e5', '€5', '1234567890', 'Infinity'])(
    '%j is rejected as an amount',
    (text) => expect(parseDollars(text)).toBeUndefined(),
  );

  // Reading a decimal comma as a thousands separator would multiply $1.50 by a hundred.
  it.each([
    '1,50',
    '19,99',
    '0,5',
    ',5',
    '1,',
    '1,2345',
    '1,234,5',
    '12,34.56',
    '1.234,50',
    '1,,200',
    '1.5,000',
  ])('the ambiguous amount %j is rejected', (text) => expect(parseDollars(text)).toBeUndefined());

  it('amounts shown by the editor and the shop parse back to the same cents', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseDollars(centsToDollarsInput(amount))).toBe(amount);
        expect(parseDollars(formatCents(amount))).toBe(amount);
      }),
    );
  });
});
