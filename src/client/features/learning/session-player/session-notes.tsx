import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { addNoteInput, type HandOfNote, type SessionNote } from '../../../../shared/learning/learning.ts';
import { clockTime } from '../../../lib/clock-time.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { HandChoice } from '../../hands/pick/hand-choice.tsx';
import { NoteItem } from './note-item.tsx';
import { type ChangeNotes, useChangeNotes } from './use-change-notes.ts';

export type SessionNotesProps = {
  sessionId: number;
  notes: readonly SessionNote[];
  /** The position of the video in seconds; undefined if the player does not report it. */
  second: number | undefined;
  onSeek: ((second: number) => void) | undefined;
  /** Opens a hand beside the video. */
  onOpenHand: (note: SessionNote) => void;
};

/** The user's own notes, each at a second of the video. */
export function SessionNotes({ sessionId, notes, second, onSeek, onOpenHand }: SessionNotesProps) {
  const changeNotes = useChangeNotes(sessionId);
  const inOrder = notes.toSorted(
    (a, b) => (a.atSeconds ?? -1) - (b.atSeconds ?? -1) || (a.createdAt < b.createdAt ? -1 : 1),
  );
  return (
    <Card as="section" aria-labelledby="session-notes">
      <h2 id="session-notes" className="text-lg font-semibold">
        Your notes
      </h2>
      <p className="mt-1 text-sm text-muted">
        Only you see them. All your notes are on{' '}
        <Link to="/notes" className="underline underline-offset-2 hover:no-underline">
          one page
        </Link>
        .
      </p>
      {inOrder.length > 0 && (
        <ul className="mt-3 divide-y divide-border">
          {inOrder.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              changeNotes={changeNotes}
              onSeek={onSeek}
              onOpenHand={onOpenHand}
            />
          ))}
        </ul>
      )}
      <NewNote sessionId={sessionId} second={second} changeNotes={changeNotes} />
    </Card>
  );
}

const draftFields = ['text', 'handId', 'handLine', 'handTitle'] as const;

function handOf(draft: Partial<Record<(typeof draftFields)[number], string>>): HandOfNote | null {
  const { handId, handLine, handTitle } = draft;
  if (handId === undefined || handLine === undefined) return null;
  return { id: handId, line: handLine, title: handTitle ?? null };
}

type NewNoteProps = { sessionId: number; second: number | undefined; changeNotes: ChangeNotes };

function NewNote({ sessionId, second, changeNotes }: NewNoteProps) {
  const [draft] = useState(() => sessionStorageDraft(`note-${sessionId}`, draftFields));
  const [text, setText] = useState(() => draft.load().text ?? '');
  const [hand, setHand] = useState(() => handOf(draft.load()));
  // The second at which typing began, because the video continues.
  const [begunAt, setBegunAt] = useState<number>();
  const [error, setError] = useState<string>();
  const { isPending, failure, submit, reset } = useAction(
    trpc.learning.addNote.useMutation({
      onSuccess(note) {
        changeNotes((notes) => [...notes, note]);
        setHand(null);
        change('', null);
      },
    }),
  );
  const atSecond = begunAt ?? second;

  function change(next: string, nextHand = hand) {
    setText(next);
    draft.save({
      text: next,
      handId: nextHand?.id,
      handLine: nextHand?.line,
      handTitle: nextHand?.title ?? '',
    });
    setError(undefined);
    reset();
    if (next === '') setBegunAt(undefined);
    else if (text === '') setBegunAt(second);
  }

  function check() {
    const parsed = addNoteInput.safeParse({
      sessionId,
      text,
      atSeconds: atSecond ?? null,
      handId: hand?.id ?? null,
    });
    setError(parsed.error?.issues[0]?.message);
    return parsed.data;
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(check);
      }}
      className="mt-4 flex flex-col gap-3"
    >
      <TextAreaField
        label="New note"
        rows={3}
        value={text}
        error={error ?? failure?.message}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(check);
        }}
      />
      <HandChoice
        hand={hand}
        onChange={(next) => {
          setHand(next);
          change(text, next);
        }}
      />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        busy={isPending}
        busyLabel="Saving..."
        className="self-start"
      >
        {atSecond === undefined ? 'Add note' : `Add note at ${clockTime(atSecond)}`}
      </Button>
    </form>
  );
}
