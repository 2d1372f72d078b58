import { expect, it } from 'vitest';
import { loadedItems } from './load-more.tsx';

it('an item that moved to a later page is listed once, with its later state in the place of the earlier one', () => {
  const pages = [
    {
      items: [
        { id: 'a', due: 1 },
        { id: 'b', due: 2 },
      ],
    },
    {
      items: [
        { id: 'c', due: 3 },
        { id: 'a', due: 4 },
      ],
    },
  ];
  expect(loadedItems({ pages })).toEqual([
    { id: 'a', due: 4 },
    { id: 'b', due: 2 },
    { id: 'c', due: 3 },
  ]);
});
