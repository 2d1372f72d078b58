import { describe, expect, it } from 'vitest';
import { currencyIn, parseAmount } from './amounts.ts';

describe('amounts', () => {
  it.each([
    ['105', 10_500],
    ['$0.05', 5],
    ['$28.5', 2_850],
    ['$0.05 USD', 5],
    ['1,234.56', 123_456],
    ['1.234,56', 123_456],
    ['1 123 698', 112_369_800],
    ['15 788,50 $', 1_578_850],
    ['0,02$', 2],
    ['€1', 100],
    ['£11.25', 1_125],
    ['₹40', 4_000],
    ['0.50 EUR', 50],
    ['10,000', 1_000_000],
    ['1.500', 150_000],
    ['3367.50', 336_750],
    ['90 chips', 9_000],
    ["1'234.50", 123_450],
    ['0', 0],
  ])('%s is read as %i hundredths', (text, units) => {
    expect(parseAmount(text)).toBe(units);
  });

  it.each([
    '',
    '$',
    '6.02k',
    '1.2345',
    '12,34.50',
    '0.125',
    '1,23,456',
    '-5',
    '1.2.3',
    '5 bananas',
    '002',
    '00.50',
    'constructor 5',
    '1'.repeat(30),
  ])('%j is rejected', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('in a hand whose decimal sign is a comma, a period separates thousands', () => {
    expect(parseAmount('1.234', ',')).toBe(123_400);
    expect(parseAmount('1.234', '.')).toBeUndefined();
    expect(parseAmount('1.50', ',')).toBeUndefined();
  });

  it('the currency of an amount is read from its symbol or code; chips have none', () => {
    expect(['$1', '2 €', '£3', '₹4', '5 USD', '600'].map(currencyIn)).toEqual([
      'USD',
      'EUR',
      'GBP',
      'INR',
      'USD',
      null,
    ]);
  });
});
