import { type RefObject, useEffect, useRef, useState } from 'react';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import type { HandView } from '../../../../shared/hands/hands.ts';
import { parserVersionOf } from '../../../../shared/poker/parser-version-of.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
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
  const saveNote = useAction(
    trpc.hands.update.useMutation({ onError: showFailure('Your note was not saved'), onSettled: refresh }),
  );
  const saveActionNote = useAction(
    trpc.hands.noteAction.useMutation({
      onError: showFailure('Your note was not saved'),
      onSettled: refresh,
    }),
  );
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
      <SavedText
        key={`action-${action}`}
        draftKey={`hand-note:${view.id}:${action}`}
        field={actionField}
        label={action === null ? 'At an action' : `Here: ${replay.step.text}`}
        hint={action === null ? 'Go to an action to write beside it.' : undefined}
        saved={own.notes.find((each) => each.atAction === action)?.text ?? ''}
        maxLength={handBounds.actionNoteLength}
        disabled={action === null}
        busy={saveActionNote.isPending}
        onSave={(text) =>
          action !== null &&
          saveActionNote.run({ id: view.id, reader: parserVersion, atAction: action, text })
        }
      />
      <SavedText
        draftKey={`hand-note:${view.id}`}
        field={handField}
        label="About the whole hand"
        saved={own.note}
        maxLength={handBounds.noteLength}
        busy={saveNote.isPending}
        onSave={(text) => saveNote.run({ id: view.id, note: text })}
      />
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

type SavedTextProps = {
  /** The storage key of unsaved text, which is kept when the user goes to another action, panel or page. */
  draftKey: string;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  hint?: string | undefined;
  saved: string;
  maxLength: number;
  disabled?: boolean;
  busy: boolean;
  onSave: (text: string) => void;
};

function SavedText(props: SavedTextProps) {
  const { draftKey, field, saved, disabled = false, busy, onSave, ...fieldProps } = props;
  const [draft] = useState(() => sessionStorageDraft(draftKey, ['text', 'isEdited']));
  const [text, setText] = useEditedText(saved, () => {
    const { text: unsaved = '', isEdited } = draft.load();
    return isEdited === undefined ? undefined : unsaved;
  });
  const isSaved = text.trim() === saved.trim();
  useEffect(() => {
    if (isSaved) draft.clear();
    else draft.save({ text, isEdited: 'yes' });
  }, [draft, isSaved, text]);
  return (
    <div>
      <TextAreaField
        {...fieldProps}
        ref={field}
        rows={3}
        disabled={disabled}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!isSaved && (
        <Button
          size="small"
          className="mt-2"
          busy={busy}
          busyLabel="Saving..."
          onClick={() => onSave(text.trim())}
        >
          Save the note
        </Button>
      )}
    </div>
  );
}

/**
 * The text of a field. If another text is stored later, for example in another tab, it replaces the text of the field
 * unless the field was edited.
 */
function useEditedText(saved: string, loadUnsaved?: () => string | undefined) {
  const [text, setText] = useState(() => loadUnsaved?.() ?? saved);
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
