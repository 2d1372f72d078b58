import { expect, it } from 'vitest';
import { saveRangeInput } from './ranges.ts';

const errorsOf = (cells: { raise: string; call: string }) =>
  saveRangeInput.safeParse({ name: 'Button', cells }).error?.issues.map(({ message }) => message) ?? [];

it('for a range with invalid notation, only the notation is reported, because its frequencies are unknown', () => {
  expect(errorsOf({ raise: 'one', call: '' })).toEqual(['Not a range: one']);
});

it('a range that is too long is not parsed', () => {
  expect(errorsOf({ raise: `${' '.repeat(4_000)}one`, call: '' })).toEqual(['This range is too long']);
});

it('frequencies that add up to more than 100% are an error', () => {
  expect(errorsOf({ raise: 'AA:0.6', call: 'AA:0.5' })).toEqual([
    'The raise and call frequencies of a hand add up to more than 100%',
  ]);
  expect(errorsOf({ raise: 'AA:0.5', call: 'AA:0.5' })).toEqual([]);
});
