import { expect, it } from 'vitest';
import type { SessionNote } from '../../../../shared/learning/learning.ts';
import { groupBySession, notesFile } from './notes.tsx';

const note = (sessionId: number, atSeconds: number | null, text: string): SessionNote => ({
  id: `${sessionId}-${atSeconds}`,
  sessionId,
  sessionTitle: `Session ${sessionId}`,
  atSeconds,
  text,
  hand: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
});

it('the notes file shows the line of a hand below its note', () => {
  const hand = { id: 'h', title: null, line: 'BTN A♠5♠ · 100bb NL50' };
  expect(notesFile(groupBySession([{ ...note(7, 12, 'flop'), hand }]))).toContain(
    '- **0:12** flop\n\n  `BTN A♠5♠ · 100bb NL50`\n',
  );
});

it('the notes file orders notes by session and position and keeps a multiline note in one item', () => {
  const sessions = groupBySession([
    note(7, 90, 'turn'),
    note(3, null, 'in general'),
    note(7, 12, 'flop\nagain'),
  ]);
  expect(notesFile(sessions)).toBe(
    [
      '# My notes',
      '',
      '## Session 7',
      '',
      '- **0:12** flop',
      '  again',
      '- **1:30** turn',
      '',
      '## Session 3',
      '',
      '- **2026-11-02** in general',
      '',
    ].join('\n'),
  );
});
