import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { positionOf } from '../../../../shared/learning/note-position.ts';
import { addNoteInput, type Note, type NotePlace } from '../../../../shared/learning/notes.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { HandChoice } from '../../hands/pick/hand-choice.tsx';
import { noteDraft } from './note-draft.ts';
import { NoteItem } from './note-item.tsx';
import { placeAt, placeSuffix, sortedByPosition } from './note-place.ts';
import { type ChangeNotes, useChangeNotes } from './use-change-notes.ts';

export type NotesCardProps = {
  notes: readonly Note[];
  /** The user's current position. In a session, `atSeconds` is null if the player does not report it. */
  place: NotePlace;
  /** Goes to a second of the video or a page of the PDF; undefined if the session has no player that can seek. */
  onSeek: ((position: number) => void) | undefined;
  /** Opens the note's hand beside the video or the page. */
  onOpenHand: (note: Note) => void;
};

/** The user's own notes on a session or PDF, each at its position, and a form for a new one. */
export function NotesCard({ notes, place, onSeek, onOpenHand }: NotesCardProps) {
  const { kind, id } = place;
  const changeNotes = useChangeNotes({ kind, id });
  return (
    <Card
      as="section"
      aria-labelledby="notes-here"
      className={notes.length === 0 ? 'print:hidden' : undefined}
    >
      <h2 id="notes-here" className="text-lg font-semibold">
        Your notes
      </h2>
      <p className="mt-1 text-sm text-muted">
        No coach and no other student sees them. All your notes are on{' '}
        <Link to="/notes" className="underline underline-offset-2 hover:no-underline">
          one page
        </Link>
        .
      </p>
      {notes.length > 0 && (
        <ul className="mt-3 divide-y divide-border">
          {sortedByPosition(notes).map((note) => (
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
      <NewNote place={place} changeNotes={changeNotes} />
    </Card>
  );
}

type NewNoteProps = { place: NotePlace; changeNotes: ChangeNotes };

function NewNote({ place, changeNotes }: NewNoteProps) {
  const [draft] = useState(() => noteDraft(`note-${place.kind}-${place.id}`));
  const [restored] = useState(draft.load);
  const [text, setText] = useState(restored?.text ?? '');
  const latestText = useRef(text);
  const [hand, setHand] = useState(restored?.hand ?? null);
  // The note belongs to the place at which the user began to type, because the video continues to play.
  const [begunAt, setBegunAt] = useState(() =>
    restored?.position === undefined ? undefined : placeAt(place, restored.position),
  );
  const [error, setError] = useState<string>();
  const { isPending, failure, submit, reset } = useAction(
    trpc.learning.addNote.useMutation({
      onSuccess(note, sent) {
        changeNotes((notes) => [...notes, note]);
        // Text typed while the note was being sent becomes the next note.
        change(latestText.current.trim() === sent.text ? '' : latestText.current, null);
      },
    }),
  );
  const notePlace = begunAt ?? place;

  function change(next: string, nextHand = hand) {
    const begun = next === '' ? undefined : notePlace;
    setText(next);
    setHand(nextHand);
    latestText.current = next;
    draft.save(next, nextHand, { position: begun && positionOf(begun) });
    setError(undefined);
    reset();
    setBegunAt(begun);
  }

  function check() {
    const parsed = addNoteInput.safeParse({ place: notePlace, text, handId: hand?.id ?? null });
    setError(parsed.error?.issues[0]?.message);
    return parsed.data;
  }

  return (
    <Form onSubmit={() => submit(check)} className="mt-4 flex flex-col gap-3 print:hidden">
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
      <HandChoice hand={hand} onChange={(next) => change(text, next)} />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        busy={isPending}
        busyLabel="Saving..."
        className="self-start"
      >
        {`Add note${placeSuffix(notePlace)}`}
      </Button>
    </Form>
  );
}
