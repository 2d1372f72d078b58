import type { SessionNote } from '../../../../shared/learning/learning.ts';
import { clockTime } from '../../../lib/clock-time.ts';

export type SessionNotes = { sessionId: number; title: string; notes: SessionNote[] };

/** Notes by session, in the order of the list; within a session by position, notes without one first. */
export function groupBySession(notes: readonly SessionNote[]): SessionNotes[] {
  const groups = Map.groupBy(notes, ({ sessionId }) => sessionId);
  return [...groups].map(([sessionId, own]) => ({
    sessionId,
    title: own[0]?.sessionTitle ?? '',
    notes: own.toSorted(
      (a, b) => (a.atSeconds ?? -1) - (b.atSeconds ?? -1) || (a.createdAt < b.createdAt ? -1 : 1),
    ),
  }));
}

/** The notes as a Markdown document. */
export function notesFile(sessions: readonly SessionNotes[]): string {
  const parts = sessions.map(({ title, notes }) => {
    const lines = notes.map(({ atSeconds, text, createdAt }) => {
      const place = atSeconds === null ? createdAt.slice(0, 10) : clockTime(atSeconds);
      // Further lines of a note are indented, so that they stay part of its list item.
      return `- **${place}** ${text.replaceAll('\n', '\n  ')}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# My notes\n\n${parts.join('\n')}`;
}
