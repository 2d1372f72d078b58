import { useEffect, useRef, useState } from 'react';
import { type SessionNote, updateNoteInput } from '../../../../shared/learning/learning.ts';
import { clockTime } from '../../../lib/clock-time.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import type { Notes } from './use-notes.ts';

export type NoteItemProps = {
  note: SessionNote;
  writes: Notes;
  onSeek: ((second: number) => void) | undefined;
};

export function NoteItem({ note, writes, onSeek }: NoteItemProps) {
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read');
  const editButton = useRef<HTMLButtonElement>(null);
  const wasOther = useRef(false);

  useEffect(() => {
    // What had the focus went away with the form or the question.
    if (mode === 'read' && wasOther.current) editButton.current?.focus();
    wasOther.current = mode !== 'read';
  }, [mode]);

  const back = () => setMode('read');
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-2">
        <NotePlace note={note} onSeek={onSeek} />
        {mode === 'read' && (
          <span className="flex">
            <Button ref={editButton} variant="quiet" size="small" onClick={() => setMode('edit')}>
              Edit<span className="sr-only"> note</span>
            </Button>
            <Button variant="quiet" size="small" onClick={() => setMode('delete')}>
              Delete<span className="sr-only"> note</span>
            </Button>
          </span>
        )}
      </div>
      {mode === 'edit' ? (
        <EditNote note={note} writes={writes} onDone={back} />
      ) : (
        <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{note.text}</p>
      )}
      {mode === 'delete' && <DeleteNote note={note} writes={writes} onKeep={back} />}
    </li>
  );
}

function NotePlace({ note, onSeek }: { note: SessionNote; onSeek: NoteItemProps['onSeek'] }) {
  const { atSeconds } = note;
  if (atSeconds === null) return <span className="text-sm text-muted">{formatDate(note.createdAt)}</span>;
  if (!onSeek) return <span className="font-mono text-sm text-muted">{clockTime(atSeconds)}</span>;
  return (
    <button
      type="button"
      onClick={() => onSeek(atSeconds)}
      className="min-h-8 rounded-control bg-primary-soft px-2 font-mono text-sm font-semibold text-primary-text hover:underline"
    >
      <span className="sr-only">Go to </span>
      {clockTime(atSeconds)}
    </button>
  );
}

function EditNote({ note, writes, onDone }: { note: SessionNote; writes: Notes; onDone: () => void }) {
  const [text, setText] = useState(note.text);
  const [error, setError] = useState<string>();
  const { busy, run } = useSingleRun();

  function submit() {
    const parsed = updateNoteInput.safeParse({ id: note.id, text });
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message);
      return;
    }
    run(async () => {
      try {
        await writes.update(note.id, parsed.data.text);
        onDone();
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
      className="mt-1 flex flex-col gap-2"
    >
      <TextAreaField
        label={<span className="sr-only">Note</span>}
        rows={3}
        value={text}
        error={error}
        autoFocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={busy} busyLabel="Saving...">
          Save note
        </Button>
        <Button variant="secondary" size="small" onClick={onDone} disabled={busy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function DeleteNote({ note, writes, onKeep }: { note: SessionNote; writes: Notes; onKeep: () => void }) {
  const [error, setError] = useState<string>();
  const { busy, run } = useSingleRun();

  function remove() {
    run(async () => {
      try {
        await writes.remove(note.id);
      } catch (failure) {
        setError(describeError(failure).message);
      }
    });
  }

  return (
    <div className="mt-2 rounded-control bg-danger-soft p-3">
      <p className="font-semibold">Delete this note?</p>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button variant="danger" size="small" busy={busy} busyLabel="Deleting..." onClick={remove}>
          Delete note
        </Button>
        <Button variant="secondary" size="small" onClick={onKeep} disabled={busy} autoFocus>
          Keep it
        </Button>
      </div>
    </div>
  );
}
