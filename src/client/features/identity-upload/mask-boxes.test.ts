import { describe, expect, it } from 'vitest';
import { boxBetween, isTooSmall, moveBox } from './mask-boxes.ts';

describe('redaction box', () => {
  it('a box spans two points in any order and stays within the image', () => {
    const box = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
    expect(boxBetween({ x: 0.25, y: 0.5 }, { x: 0.75, y: 0.75 })).toEqual(box);
    expect(boxBetween({ x: 0.75, y: 0.75 }, { x: 0.25, y: 0.5 })).toEqual(box);
    expect(boxBetween({ x: -1, y: 0.5 }, { x: 2, y: 3 })).toEqual({ x: 0, y: 0.5, width: 1, height: 0.5 });
  });

  it('a tiny box counts as accidental', () => {
    expect(isTooSmall({ x: 0, y: 0, width: 0.5, height: 0.001 })).toBe(true);
    expect(isTooSmall({ x: 0, y: 0, width: 0.02, height: 0.02 })).toBe(false);
  });

  it('arrow keys move and resize a box without leaving the image', () => {
    const box = { x: 0.9, y: 0, width: 0.1, height: 0.5 };
    expect(moveBox(box, 'ArrowRight', false)).toEqual(box);
    expect(moveBox(box, 'ArrowUp', false)).toEqual(box);
    expect(moveBox(box, 'ArrowLeft', false)?.x).toBeCloseTo(0.88);
    expect(moveBox(box, 'ArrowRight', true)?.width).toBeCloseTo(0.1);
    expect(moveBox(box, 'ArrowDown', true)?.height).toBeCloseTo(0.52);
    expect(moveBox(box, 'Enter', false)).toBeUndefined();
  });
});
