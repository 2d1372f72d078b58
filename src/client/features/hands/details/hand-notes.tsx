import { type RefObject, useEffect, useRef, useState } from 'react';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import type { HandView } from '../../../../shared/hands/hands.ts';
import { parserVersionOf } from '../../../../shared/poker/parser-version-of.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import type { Replay } from '../replayer/use-replay.ts';

export type HandNotesProps = {
  view: HandView;
  own: NonNullable<HandView['own']>;
  replay: Replay;
  /** Position of each seat, such as `BTN`. */
  positions: ReadonlyMap<number, string>;
  /**
   * Whether to focus the note on the current action or, at a step without an action, the note on the whole hand.
   * `onNoteFocused` is called afterwards.
   */
  focusesNote: boolean;
  onNoteFocused: () => void;
};

/** The owner's notes on the hand and on the current action, and a label for each opponent. */
export function HandNotes({ view, own, replay, positions, focusesNote, onNoteFocused }: HandNotesProps) {
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([
      utils.hands.get.invalidate({ id: view.id }),
      utils.hands.list.invalidate(),
      utils.hands.labels.invalidate(),
    ]);
  const parserVersion = parserVersionOf(view.hand);
  const { action } = replay.step;
  const actionField = useRef<HTMLTextAreaElement>(null);
  const handField = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!focusesNote) return;
    const field = (action === null ? handField : actionField).current;
    field?.focus();
    // Puts the cursor after the stored note; a browser would put the cursor before it.
    field?.setSelectionRange(field.value.length, field.value.length);
    onNoteFocused();
  }, [action, focusesNote, onNoteFocused]);
  const opponents = [...positions].filter(([seat]) => seat !== view.hand.hero);
  return (
    <div className="grid gap-6">
      <ActionNote
        key={`action-${action}`}
        view={view}
        atAction={action}
        field={actionField}
        label={action === null ? 'At an action' : `Here: ${replay.step.text}`}
        saved={own.notes.find((each) => each.atAction === action)?.text ?? ''}
        onSettled={refresh}
      />
      <WholeHandNote handId={view.id} field={handField} saved={own.note} onSettled={refresh} />
      <section>
        <h3 className="font-semibold">Your labels for the opponents</h3>
        <p className="text-sm text-muted">
          Such as “loose regular”. No coach and no other student sees these labels; the academy stores no
          opponent’s name.
        </p>
        <div className="mt-2 grid gap-2">
          {opponents.map(([seat, position]) => (
            <SeatLabel
              key={seat}
              handId={view.id}
              parserVersion={parserVersion}
              seat={seat}
              position={position}
              saved={own.labels.find((each) => each.seat === seat)?.label ?? ''}
              onSaved={refresh}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

type NoteProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  saved: string;
  /** Loads the notes again. */
  onSettled: () => Promise<unknown>;
};

type ActionNoteProps = NoteProps & { view: HandView; atAction: number | null; label: string };

function ActionNote({ view, atAction, field, label, saved, onSettled }: ActionNoteProps) {
  const form = useNoteForm(`hand-note:${view.id}:${atAction}`, saved);
  const { run, isPending } = useAction(
    trpc.hands.noteAction.useMutation({ onError: showFailure('Your note was not saved'), onSettled }),
    { form },
  );
  function save() {
    if (atAction === null) return;
    const { text, seen } = form.send();
    run({ id: view.id, reader: parserVersionOf(view.hand), atAction, text, seenText: seen });
  }
  return (
    <NoteField
      form={form}
      field={field}
      label={label}
      hint={atAction === null ? 'Go to an action to write beside it.' : undefined}
      maxLength={handBounds.actionNoteLength}
      disabled={atAction === null}
      busy={isPending}
      onSave={save}
    />
  );
}

function WholeHandNote({ handId, field, saved, onSettled }: NoteProps & { handId: string }) {
  const form = useNoteForm(`hand-note:${handId}`, saved);
  const { run, isPending } = useAction(
    trpc.hands.update.useMutation({ onError: showFailure('Your note was not saved'), onSettled }),
    { form },
  );
  function save() {
    const { text, seen } = form.send();
    run({ id: handId, note: text, seenNote: seen });
  }
  return (
    <NoteField
      form={form}
      field={field}
      label="About the whole hand"
      maxLength={handBounds.noteLength}
      busy={isPending}
      onSave={save}
    />
  );
}

/**
 * @param draftKey - the storage key of unsaved text, which is kept when the user goes to another action, panel or page
 * @param saved - the stored note
 */
function useNoteForm(draftKey: string, saved: string) {
  const [draft] = useState(() => sessionStorageDraft(draftKey, ['text', 'seen', 'isEdited']));
  const form = useStoredForm({
    stored: { text: saved },
    version: undefined,
    restore() {
      // Empty texts are not stored in the draft.
      const { text = '', seen = '', isEdited } = draft.load();
      return isEdited === undefined ? {} : { text: { text, seen } };
    },
  });
  const { text } = form.values;
  const seen = form.seen.text;
  const isSaved = text.trim() === saved.trim();
  useEffect(() => {
    if (isSaved) draft.clear();
    else draft.save({ text, seen, isEdited: 'yes' });
  }, [draft, isSaved, seen, text]);
  return {
    ...form,
    isSaved,
    /** Call this when the note is sent. @returns the text to be saved, and the stored one that the user saw */
    send() {
      form.check();
      return { text: text.trim(), seen };
    },
  };
}

type NoteFieldProps = {
  form: ReturnType<typeof useNoteForm>;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  hint?: string | undefined;
  maxLength: number;
  disabled?: boolean;
  busy: boolean;
  onSave: () => void;
};

function NoteField({ form, field, busy, onSave, ...fieldProps }: NoteFieldProps) {
  const text = form.field('text');
  function discard() {
    form.discard();
    field.current?.focus();
  }
  return (
    <div>
      <TextAreaField {...fieldProps} {...text} ref={field} rows={3} />
      {!form.isSaved && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" busy={busy} busyLabel="Saving..." onClick={onSave}>
            Save the note
          </Button>
          {text.error !== undefined && (
            <Button variant="secondary" size="small" disabled={busy} onClick={discard}>
              Discard what I typed
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The text of a label. If another text is stored later, it replaces this text unless this text was edited. */
function useEditedText(saved: string) {
  const [text, setText] = useState(saved);
  const [base, setBase] = useState(saved);
  if (saved !== base) {
    setBase(saved);
    if (text === base) setText(saved);
  }
  return [text, setText] as const;
}

type SeatLabelProps = {
  handId: string;
  /** The version of the parsers that parsed the hand. */
  parserVersion: number | undefined;
  seat: number;
  position: string;
  saved: string;
  onSaved: () => Promise<unknown>;
};

function SeatLabel({ handId, parserVersion, seat, position, saved, onSaved }: SeatLabelProps) {
  const [text, setText] = useEditedText(saved);
  // One mutation per seat, because the label of another seat may be entered while this label is being saved.
  const saveLabel = useAction(
    trpc.hands.labelSeat.useMutation({ onError: showFailure('The label was not saved'), onSettled: onSaved }),
  );
  // True if the field was left while its label was being saved. When that request ends, a label that has changed is
  // saved again.
  const leftWhileSaving = useRef(false);
  function save() {
    leftWhileSaving.current = saveLabel.isPending;
    if (!saveLabel.isPending && text.trim() !== saved)
      saveLabel.run({ id: handId, reader: parserVersion, seat, label: text.trim() });
  }
  const leave = useRef(save);
  useEffect(() => {
    leave.current = save;
    if (leftWhileSaving.current) save();
  });
  // The browser's back button removes the field without a blur event, so the label is also saved on unmount.
  useEffect(() => () => leave.current(), []);
  return (
    <TextField
      label={position}
      value={text}
      maxLength={handBounds.labelLength}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-2"
    />
  );
}
