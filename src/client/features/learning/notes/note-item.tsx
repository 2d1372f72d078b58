import { useEffect, useRef, useState } from 'react';
import { positionOf, positionText } from '../../../../shared/learning/note-position.ts';
import { type Note, updateNoteInput } from '../../../../shared/learning/notes.ts';
import { lineStart } from '../../../../shared/poker/hand-line.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { RemovalConfirmation } from '../../../ui/removal-confirmation.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';
import { HandChoice } from '../../hands/pick/hand-choice.tsx';
import { type NoteDraft, noteDraft } from './note-draft.ts';
import type { ChangeNotes } from './use-change-notes.ts';

export type NoteItemProps = {
  note: Note;
  changeNotes: ChangeNotes;
  /** Goes to a second of the video or a page of the PDF; undefined if the session has no player that can seek. */
  onSeek: ((position: number) => void) | undefined;
  /** Opens the note's hand beside the video or the PDF. */
  onOpenHand: (note: Note) => void;
};

const draftKey = (noteId: string) => `note-edit-${noteId}`;

export function NoteItem({ note, changeNotes, onSeek, onOpenHand }: NoteItemProps) {
  const [draft] = useState(() => noteDraft(draftKey(note.id)));
  // After a reload, a note with an unsaved change is opened for editing.
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>(() => (draft.load() ? 'edit' : 'read'));
  const [wasEditPressed, setEditPressed] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasReading = useRef(true);

  useEffect(() => {
    // The focused element was removed with the form or the confirmation, so the edit button takes the focus.
    if (mode === 'read' && !wasReading.current) editButton.current?.focus();
    wasReading.current = mode === 'read';
  }, [mode]);

  const back = () => setMode('read');
  function edit() {
    setEditPressed(true);
    setMode('edit');
  }
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-2">
        <NotePlace note={note} onSeek={onSeek} />
        {mode === 'read' && (
          <span className="flex flex-wrap justify-end">
            <Button ref={editButton} variant="quiet" size="small" onClick={edit}>
              Edit<span className="sr-only"> note</span>
            </Button>
            <Button variant="quiet" size="small" onClick={() => setMode('delete')}>
              Delete<span className="sr-only"> note</span>
            </Button>
          </span>
        )}
      </div>
      {mode === 'edit' ? (
        <EditNote
          note={note}
          draft={draft}
          // The form takes the focus if the user pressed Edit, but not if an unsaved change opened it.
          autoFocus={wasEditPressed}
          changeNotes={changeNotes}
          onDone={() => {
            draft.clear();
            back();
          }}
        />
      ) : (
        <>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{note.text}</p>
          {note.hand && (
            <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
              <HandLineText line={lineStart(note.hand.line)} className="text-muted" />
              <Button variant="quiet" size="small" onClick={() => onOpenHand(note)}>
                Open the hand
              </Button>
            </div>
          )}
        </>
      )}
      {mode === 'delete' && <DeleteNote note={note} changeNotes={changeNotes} onKeep={back} />}
    </li>
  );
}

function NotePlace({ note, onSeek }: { note: Note; onSeek: NoteItemProps['onSeek'] }) {
  const position = positionOf(note.place);
  if (position === undefined) return <span className="text-sm text-muted">{formatDate(note.createdAt)}</span>;
  const text = positionText(note.place);
  if (!onSeek) return <span className="font-mono text-sm text-muted">{text}</span>;
  return (
    <button
      type="button"
      onClick={() => onSeek(position)}
      className="min-h-8 rounded-control bg-primary-soft px-2 font-mono text-sm font-semibold text-primary-text hover:underline"
    >
      <span className="sr-only">Go to </span>
      {text}
    </button>
  );
}

const deletedText = 'This note was deleted in another tab. You can add your text as a new note.';

/** Whether the note was not found. If only the note's hand was not found, the error names the field `handId`. */
function isMissing(failure: ErrorText | undefined): boolean {
  return failure?.code === 'not_found' && failure.fields?.handId === undefined;
}

type EditNoteProps = {
  note: Note;
  draft: NoteDraft;
  autoFocus: boolean;
  changeNotes: ChangeNotes;
  onDone: () => void;
};

function EditNote({ note, draft, autoFocus, changeNotes, onDone }: EditNoteProps) {
  const [restored] = useState(draft.load);
  const [{ text, hand }, setValues] = useState<Pick<Note, 'text' | 'hand'>>(restored ?? note);
  const latest = useRef({ text, hand });
  /** The `updatedAt` of the note as the user has seen it. If it has changed in the database, saving is a conflict. */
  const seenAt = useRef(restored ? restored.seenAt : note.updatedAt);
  const [error, setError] = useState<string>();
  /** Whether the user has changed the text or the hand after the note was sent. If so, the form stays open. */
  const hasChangedSince = (sent: { text: string; handId?: string | null | undefined }) =>
    latest.current.text.trim() !== sent.text || (latest.current.hand?.id ?? null) !== (sent.handId ?? null);
  const changeNote = (change: (cached: Note) => Note) =>
    changeNotes((notes) => notes.map((cached) => (cached.id === note.id ? change(cached) : cached)));
  const update = useAction(
    trpc.learning.updateNote.useMutation({
      onSuccess(updated, sent) {
        changeNote(() => updated);
        if (hasChangedSince(sent)) see(updated.updatedAt);
        else onDone();
      },
      onError(error) {
        const { code, fields: { text: saved = '', seenAt: savedAt = '' } = {} } = describeError(error);
        if (code !== 'conflict') return;
        see(savedAt);
        changeNote((cached) => ({ ...cached, text: saved, updatedAt: savedAt }));
      },
    }),
  );
  const addAgain = useAction(
    trpc.learning.addNote.useMutation({
      onSuccess(added, sent) {
        draft.clear();
        if (hasChangedSince(sent)) {
          noteDraft(draftKey(added.id)).save(latest.current.text, latest.current.hand, {
            seenAt: added.updatedAt,
          });
        }
        changeNotes((notes) => [...notes.filter(({ id }) => id !== note.id), added]);
      },
    }),
  );
  const isPending = update.isPending || addAgain.isPending;
  const isDeleted = isMissing(update.failure);

  function saveDraft() {
    draft.save(latest.current.text, latest.current.hand, { seenAt: seenAt.current });
  }

  function see(updatedAt: string) {
    seenAt.current = updatedAt;
    saveDraft();
  }

  function change(next: Pick<Note, 'text' | 'hand'>) {
    setValues(next);
    latest.current = next;
    saveDraft();
    setError(undefined);
    addAgain.reset();
    if (!isDeleted) update.reset();
  }

  function check() {
    const parsed = updateNoteInput.safeParse({
      id: note.id,
      text,
      handId: hand?.id ?? null,
      seenAt: seenAt.current,
    });
    setError(parsed.error?.issues[0]?.message);
    return parsed.data;
  }

  function save() {
    if (!isDeleted) return update.submit(check);
    addAgain.submit(() => {
      const values = check();
      return values && { place: note.place, text: values.text, handId: values.handId ?? null };
    });
  }

  return (
    <Form onSubmit={save} className="mt-1 flex flex-col gap-2">
      <TextAreaField
        label={<span className="sr-only">Note</span>}
        rows={3}
        value={text}
        error={error ?? addAgain.failure?.message ?? (isDeleted ? deletedText : update.failure?.message)}
        autoFocus={autoFocus}
        onChange={(event) => change({ text: event.currentTarget.value, hand })}
      />
      <HandChoice hand={hand} onChange={(nextHand) => change({ text, hand: nextHand })} />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={isPending} busyLabel="Saving...">
          {isDeleted ? 'Add as a new note' : 'Save note'}
        </Button>
        <Button variant="secondary" size="small" onClick={onDone} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

type DeleteNoteProps = { note: Note; changeNotes: ChangeNotes; onKeep: () => void };

function DeleteNote({ note, changeNotes, onKeep }: DeleteNoteProps) {
  const removeFromList = () => changeNotes((notes) => notes.filter((cached) => cached.id !== note.id));
  const deletion = useAction(
    trpc.learning.deleteNote.useMutation({
      onSuccess: removeFromList,
      onError(error) {
        if (isMissing(describeError(error))) removeFromList();
      },
    }),
  );

  return (
    <RemovalConfirmation
      question="Delete this note?"
      label="Delete note"
      busyLabel="Deleting..."
      action={deletion}
      onRemove={() => deletion.run({ id: note.id })}
      onKeep={onKeep}
    />
  );
}
