import { useRef, useState } from 'react';
import type { HandOfNote } from '../../../../shared/learning/notes.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { HandLineText } from '../hand-line-view.tsx';

const HandPicker = lazyDialog(async () => (await import('./hand-picker.tsx')).HandPicker);

export type HandChoiceProps = { hand: HandOfNote | null; onChange: (hand: HandOfNote | null) => void };

/** A field in which the user chooses one of their own hands, or none. */
export function HandChoice({ hand, onChange }: HandChoiceProps) {
  const [isPicking, setPicking] = useState(false);
  const pickButton = useRef<HTMLButtonElement>(null);
  return (
    <div>
      {hand && (
        <p className="text-sm">
          {hand.title !== null && hand.title !== '' && (
            <span className="block font-semibold wrap-anywhere">{hand.title}</span>
          )}
          <HandLineText line={hand.line} className="text-muted" />
        </p>
      )}
      <div className="-ml-3 flex flex-wrap gap-2">
        <Button ref={pickButton} variant="quiet" size="small" onClick={() => setPicking(true)}>
          {hand ? 'Choose another hand' : 'Add one of your hands'}
        </Button>
        {hand && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              // The pressed button disappears, so the other button takes the focus.
              pickButton.current?.focus();
              onChange(null);
            }}
          >
            Remove the hand
          </Button>
        )}
      </div>
      {isPicking && (
        <HandPicker
          onPick={(picked) => {
            setPicking(false);
            onChange(picked);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
