import { groupByResource } from '../../shared/learning/note-groups.ts';
import { positionText } from '../../shared/learning/note-position.ts';
import type { Note } from '../../shared/learning/notes.ts';

/** The notes as a Markdown document. */
export function notesFile(notes: readonly Note[]): string {
  const parts = groupByResource(notes).map(({ title, notes }) => {
    const lines = notes.map(({ place, text, hand, createdAt }) => {
      const line = hand ? `\n\n  \`${hand.line}\`` : '';
      // Further lines of a note are indented, so that they stay part of its list item.
      return `- **${positionText(place) ?? createdAt.slice(0, 10)}** ${text.replaceAll('\n', '\n  ')}${line}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# My notes\n\n${parts.join('\n')}`;
}
