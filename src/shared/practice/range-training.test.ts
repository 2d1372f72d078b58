import { expect, it } from 'vitest';
import { isRightAction } from './range-training.ts';

it.each([
  [{ raise: 0.75, call: 0 }, true],
  // 1 - 0.65 - 0.1 is slightly less than 0.25 in floating point.
  [{ raise: 0.65, call: 0.1 }, true],
  [{ raise: 0.76, call: 0 }, false],
])('a fold is right only if the range folds at least 25%% of the time: %j', (weights, isRight) => {
  expect(isRightAction(weights, 'fold')).toBe(isRight);
});
