import { expect, it } from 'vitest';
import { placeOptions } from './place-options.ts';

const offered = [{ kind: 'product' as const, id: 4, number: 2, title: 'Rivers' }];
const rivers = { value: 'product:4', label: 'PDF 2: Rivers' };

it('a chosen place that is no longer offered is a choice, so that it can be replaced with none', () => {
  expect(placeOptions(offered, 'product:4')).toEqual([rivers]);
  expect(placeOptions(offered, '')).toEqual([rivers]);
  expect(placeOptions(offered, 'session:9')).toEqual([
    rivers,
    { value: 'session:9', label: 'No longer offered' },
  ]);
  expect(placeOptions(undefined, 'session:9')).toEqual([]);
});
