import { expect, it } from 'vitest';
import { currentMark, type HandMark, markOfNote, nearestMark } from './hand-marks.ts';

const mark = (at: number): HandMark => ({
  key: String(at),
  handId: 'h',
  at,
  title: 'Hand',
  line: 'BTN',
  startMode: 'guess',
});

it('the nearest mark may be before or after the position; of two marks at the same distance, the earlier one counts as nearest', () => {
  const marks = [mark(90), mark(10), mark(50)];
  expect(nearestMark(marks, 0)?.at).toBe(10);
  expect(nearestMark(marks, 75)?.at).toBe(90);
  expect(nearestMark(marks, 30)?.at).toBe(10);
  expect(nearestMark([], 30)).toBeUndefined();
});

it('a mark is current from its position until the next mark or the end of its span', () => {
  const marks = [mark(10), mark(15)];
  expect(currentMark(marks, 9, 20)).toBeUndefined();
  expect(currentMark(marks, 12, 20)?.at).toBe(10);
  expect(currentMark(marks, 15, 20)?.at).toBe(15);
  expect(currentMark(marks, 35, 20)?.at).toBe(15);
  expect(currentMark(marks, 36, 20)).toBeUndefined();
});

it('a note without a hand has no mark, and the mark of a note without a position is at the start', () => {
  const note = {
    id: 'n',
    place: { kind: 'session' as const, id: 1, atSeconds: null },
    title: 'Rivers',
    text: 'Bet smaller',
    leaks: [],
    createdAt: '2026-11-02T10:00:00.000Z',
    updatedAt: '2026-11-02T10:00:00.000Z',
  };
  expect(markOfNote({ ...note, hand: null })).toBeUndefined();
  const hand = { id: 'h', title: null, line: 'BTN A♠5♠ · 100bb NL50 · f R2.5 f c · +24.3bb' };
  // The line of the mark omits the actions and the result.
  expect(markOfNote({ ...note, hand })).toMatchObject({ at: 0, line: 'BTN A♠5♠ · 100bb NL50' });
});
