import { expect, it } from 'vitest';
import { leakReason } from './next-study.tsx';

it.each([
  [{ tries: 6, wrong: 2, named: 1 }, 'Because 2 of your last 6 answers on river calls were wrong'],
  [{ tries: 6, wrong: 1, named: 0 }, 'Because 1 of your last 6 answers on river calls was wrong'],
  [{ tries: 1, wrong: 1, named: 0 }, 'Because your last answer on river calls was wrong'],
  [{ tries: 3, wrong: 0, named: 2 }, 'Because a coach pointed out river calls in 2 of your hands'],
  [{ tries: 0, wrong: 0, named: 1 }, 'Because a coach pointed out river calls in one of your hands'],
  [{ tries: 6, wrong: 0, named: 0 }, 'Because of your earlier answers on river calls'],
])('the reason for %j is: %s', (counts, text) => {
  expect(leakReason({ leak: 'river-call', ...counts })).toBe(text);
});
