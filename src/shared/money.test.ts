import { expect, it } from 'vitest';
import { formatCents } from './money.ts';

it.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [1999, '$19.99'],
  [123_456, '$1,234.56'],
])('%i cents are formatted as %s', (amount, text) => expect(formatCents(amount)).toBe(text));
