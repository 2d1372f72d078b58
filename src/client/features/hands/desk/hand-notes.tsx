import { type RefObject, useEffect, useRef, useState } from 'react';
import { handBounds } from '../../../../shared/hands/hand-limits.ts';
import type { HandView } from '../../../../shared/hands/hands.ts';
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
  /** Rises each time that the note at the current action should take the focus. */
  noteRequests: number;
};

/** What the owner writes: about the hand, at the current action, and a word for each opponent. */
export function HandNotes({ view, own, replay, positions, noteRequests }: HandNotesProps) {
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([utils.hands.get.invalidate({ id: view.id }), utils.hands.list.invalidate()]);
  const note = useAction(
    trpc.hands.update.useMutation({ onError: showFailure('Your note was not saved'), onSettled: refresh }),
  );
  const atAction = useAction(
    trpc.hands.noteAction.useMutation({
      onError: showFailure('Your note was not saved'),
      onSettled: refresh,
    }),
  );
  const label = useAction(
    trpc.hands.labelSeat.useMutation({ onError: showFailure('The label was not saved'), onSettled: refresh }),
  );
  const action = replay.step.action;
  const noteField = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (noteRequests > 0) noteField.current?.focus();
  }, [noteRequests]);
  const opponents = [...positions].filter(([seat]) => seat !== view.hand.hero);
  return (
    <div className="grid gap-6">
      <SavedText
        key={`action-${action}`}
        field={noteField}
        label={action === null ? 'At an action' : `Here: ${replay.step.said}`}
        hint={action === null ? 'Go to an action to write beside it.' : undefined}
        saved={own.notes.find((each) => each.atAction === action)?.text ?? ''}
        maxLength={handBounds.actionNoteLength}
        disabled={action === null}
        busy={atAction.isPending}
        onSave={(text) => action !== null && atAction.run({ id: view.id, atAction: action, text })}
      />
      <SavedText
        label="About the whole hand"
        saved={own.note}
        maxLength={handBounds.noteLength}
        busy={note.isPending}
        onSave={(text) => note.run({ id: view.id, note: text })}
      />
      <section>
        <h3 className="font-semibold">Your words for the opponents</h3>
        <p className="text-sm text-muted">
          Such as “loose regular”. Only you see them; the academy stores no opponent’s name.
        </p>
        <div className="mt-2 grid gap-2">
          {opponents.map(([seat, position]) => (
            <SeatLabel
              key={seat}
              position={position}
              saved={own.labels.find((each) => each.seat === seat)?.label ?? ''}
              onSave={(text) => label.run({ id: view.id, seat, label: text })}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

type SavedTextProps = {
  field?: RefObject<HTMLTextAreaElement | null>;
  label: string;
  hint?: string | undefined;
  saved: string;
  maxLength: number;
  disabled?: boolean;
  busy: boolean;
  onSave: (text: string) => void;
};

function SavedText({ field, label, hint, saved, maxLength, disabled = false, busy, onSave }: SavedTextProps) {
  const [text, setText] = useState(saved);
  // Another tab has saved a newer text.
  useEffect(() => setText(saved), [saved]);
  return (
    <div>
      <TextAreaField
        ref={field}
        label={label}
        hint={hint}
        rows={3}
        maxLength={maxLength}
        disabled={disabled}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text !== saved && (
        <Button size="small" className="mt-2" busy={busy} busyLabel="Saving..." onClick={() => onSave(text)}>
          Save the note
        </Button>
      )}
    </div>
  );
}

type SeatLabelProps = { position: string; saved: string; onSave: (label: string) => void };

function SeatLabel({ position, saved, onSave }: SeatLabelProps) {
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  return (
    <TextField
      label={position}
      value={text}
      maxLength={handBounds.labelLength}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text.trim() !== saved && onSave(text.trim())}
      className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-2"
    />
  );
}
