import { expect, it } from 'vitest';
import { rowsThatFit } from './data-export.operations.ts';

// Each of these rows has 11 bytes as JSON.
const rows = ['é1', 'é2', 'é3'].map((note) => ({ n: note }));

it.each([
  [{ count: 3, bytes: 33 }, 3],
  [{ count: 3, bytes: 32 }, 2],
  [{ count: 2, bytes: 33 }, 2],
  [{ count: 0, bytes: 33 }, 0],
  [{ count: 3, bytes: 10 }, 0],
])('an export keeps only the first rows within its limits of rows and bytes: %j', (max, kept) => {
  expect(rowsThatFit(rows, max)).toEqual(rows.slice(0, kept));
});
