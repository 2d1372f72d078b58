import { describe, expect, it } from 'vitest';
import { sessionToStart } from './library.tsx';

const session = (id: number, sessionNumber: number, owned = false) => ({ id, sessionNumber, owned });

describe('Start Learning', () => {
  // Sessions 1 and 2 are open to all students.
  it.each([
    ['the first session that is open to all', [session(9, 4, true), session(8, 2), session(7, 1)], 7],
    ['an owned session if none is open to all', [session(5, 3), session(6, 4, true)], 6],
    [
      'the owned session with the lowest number, whatever the order',
      [session(1, 7, true), session(2, 5, true)],
      2,
    ],
    ['nothing if every session has to be bought', [session(5, 3), session(6, 4)], undefined],
    ['nothing if there are no sessions', [], undefined],
  ])('the button opens %s', (_case, sessions, id) => {
    expect(sessionToStart(sessions)?.id).toBe(id);
  });
});
