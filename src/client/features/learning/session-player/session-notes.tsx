import { useState } from 'react';
import { addNoteInput, type SessionNote } from '../../../../shared/learning/learning.ts';
import { clockTime } from '../../../lib/clock-time.ts';
import { describeError } from '../../../lib/error-text.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { NoteItem } from './note-item.tsx';
import { type Notes, useNotes } from './use-notes.ts';

export type SessionNotesProps = {
  sessionId: number;
  notes: readonly SessionNote[];
  /** Where the video stands, in seconds; undefined without a video that tells. */
  second: number | undefined;
  onSeek: ((second: number) => void) | undefined;
};

/** The reader's own notes, each at its second of the video. */
export function SessionNotes({ sessionId, notes, second, onSeek }: SessionNotesProps) {
  const writes = useNotes(sessionId);
  const inOrder = notes.toSorted(
    (a, b) => (a.atSeconds ?? -1) - (b.atSeconds ?? -1) || (a.createdAt < b.createdAt ? -1 : 1),
  );
  return (
    <Card as="section" aria-labelledby="session-notes">
      <h2 id="session-notes" className="text-lg font-semibold">
        Your notes
      </h2>
      <p className="mt-1 text-sm text-muted">Only you see them. They are found by the search.</p>
      {inOrder.length > 0 && (
        <ul className="mt-3 divide-y divide-border">
          {inOrder.map((note) => (
            <NoteItem key={note.id} note={note} writes={writes} onSeek={onSeek} />
          ))}
        </ul>
      )}
      <NewNote sessionId={sessionId} second={second} writes={writes} />
    </Card>
  );
}

type NewNoteProps = { sessionId: number; second: number | undefined; writes: Notes };

function NewNote({ sessionId, second, writes }: NewNoteProps) {
  const [draft] = useState(() => sessionStorageDraft(`note-${sessionId}`, ['text']));
  const [text, setText] = useState(() => draft.load().text ?? '');
  // The second at which the writing began: the video goes on while one types.
  const [begunAt, setBegunAt] = useState<number>();
  const [error, setError] = useState<string>();
  const { busy, run } = useSingleRun();
  const atSecond = begunAt ?? second;

  function change(next: string) {
    setText(next);
    draft.save({ text: next });
    setError(undefined);
    if (next === '') setBegunAt(undefined);
    else if (text === '') setBegunAt(second);
  }

  function submit() {
    const parsed = addNoteInput.safeParse({ sessionId, text, atSeconds: atSecond ?? null });
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message);
      return;
    }
    run(async () => {
      try {
        await writes.add(parsed.data.text, parsed.data.atSeconds);
        change('');
      } catch (failure) {
        setError(describeError(failure).message);
      }
    });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mt-4 flex flex-col gap-3"
    >
      <TextAreaField
        label="New note"
        rows={3}
        value={text}
        error={error}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        busy={busy}
        busyLabel="Saving..."
        className="self-start"
      >
        {atSecond === undefined ? 'Add note' : `Add note at ${clockTime(atSecond)}`}
      </Button>
    </form>
  );
}
