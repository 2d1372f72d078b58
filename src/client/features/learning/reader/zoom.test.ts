import { describe, expect, it } from 'vitest';
import { canZoom, fitZoom, nextZoom, pageWidth, textZoom } from './zoom.ts';

describe('zoom', () => {
  it('zooming in and out uses the same steps and stops at both ends', () => {
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

  it('a page fits a phone and does not stretch across a wide screen', () => {
    expect(pageWidth(358, fitZoom)).toBe(358);
    expect(pageWidth(1_400, fitZoom)).toBe(880);
    expect(pageWidth(358, 2)).toBe(716);
    expect(pageWidth(0, fitZoom)).toBe(1);
  });

  it('text zoom makes the text as wide as the screen, but is at least `fitZoom` and at most the last step', () => {
    // The second argument of `textZoom` is the width of the text as a fraction of the page's width.
    expect(pageWidth(360, textZoom(360, 0.75)) * 0.75).toBe(360);
    expect(textZoom(360, 0.01)).toBe(4);
    expect(textZoom(360, 1)).toBe(fitZoom);
    expect(pageWidth(1_400, textZoom(1_400, 0.8)) * 0.8).toBe(1_400);
  });
});
