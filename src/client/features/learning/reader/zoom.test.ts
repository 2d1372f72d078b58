import { describe, expect, it } from 'vitest';
import { canZoom, fitZoom, nextZoom, pageWidth } from './zoom.ts';

describe('zoom', () => {
  it('goes up and down the same steps and stops at both ends', () => {
    const walk = (direction: 1 | -1, from: number) => {
      const seen = [from];
      while (canZoom(seen.at(-1) ?? 0, direction)) seen.push(nextZoom(seen.at(-1) ?? 0, direction));
      return seen;
    };
    const up = walk(1, 0.5);
    expect(up).toContain(fitZoom);
    expect(walk(-1, 4)).toEqual(up.toReversed());
    expect(nextZoom(4, 1)).toBe(4);
    expect(nextZoom(0.5, -1)).toBe(0.5);
  });

  it('fits a phone, and does not stretch over a wide screen', () => {
    expect(pageWidth(358, fitZoom)).toBe(358);
    expect(pageWidth(1_400, fitZoom)).toBe(880);
    expect(pageWidth(358, 2)).toBe(716);
    expect(pageWidth(0, fitZoom)).toBe(1);
  });
});
