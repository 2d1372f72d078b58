import { expect, it } from 'vitest';
import type { Note } from '../../shared/learning/notes.ts';
import { notesFile } from './notes-file.ts';

const note = (session: number, atSeconds: number | null, text: string): Note => ({
  id: `${session}-${atSeconds}`,
  place: { kind: 'session', id: session, atSeconds },
  title: `Session ${session}`,
  text,
  hand: null,
  leaks: [],
  createdAt: '2026-11-02T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
});

const onPage = (page: number, text: string): Note => ({
  ...note(3, null, text),
  id: `page-${page}`,
  place: { kind: 'plan', id: 3, page },
  title: 'Coaching plan 3',
});

it('the notes file shows the summary line of a note’s hand below the note', () => {
  const hand = { id: 'h', title: null, line: 'BTN A♠5♠ · 100bb NL50' };
  expect(notesFile([{ ...note(7, 12, 'flop'), hand }])).toContain(
    '- **0:12** flop\n\n  `BTN A♠5♠ · 100bb NL50`\n',
  );
});

it('the notes file groups notes by resource in the order of the list, and keeps a multiline note in one item', () => {
  const notes = [
    note(7, 12, 'flop\nagain'),
    note(7, 90, 'turn'),
    note(3, null, 'in general'),
    onPage(2, 'charts'),
    onPage(4, 'ranges'),
  ];
  expect(notesFile(notes)).toBe(
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
      '## Coaching plan 3',
      '',
      '- **Page 2** charts',
      '- **Page 4** ranges',
      '',
    ].join('\n'),
  );
});
