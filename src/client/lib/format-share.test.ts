import { describe, expect, it } from 'vitest';
import { formatShare } from './format-share.ts';

describe('formatShare', () => {
  it.each([
    [0, 0, '0%'],
    [0, 9, '0%'],
    [30, 100_000, '<1%'],
    [2, 3, '67%'],
    [199, 200, '>99%'],
    [200, 200, '100%'],
  ])('%s of %s is %s', (part, all, text) => expect(formatShare(part, all)).toBe(text));
});
