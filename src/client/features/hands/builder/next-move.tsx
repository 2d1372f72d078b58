import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { amountText } from '../../../../shared/poker/amount-text.ts';
import type { Legal } from '../../../../shared/poker/deal.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type BuiltHand, type Move, readSize } from './built-hand.ts';

export type NextMoveProps = {
  built: BuiltHand;
  /** Whether no action has been entered yet. */
  isFirst: boolean;
  legal: Legal;
  /** `Hero`, or a position. */
  name: string;
  pot: number;
  onMove: (move: Move) => void;
  /**
   * Folds everyone before the hero; undefined if the hero is already next to act, or would not be next after these
   * folds.
   */
  onFoldToHero: (() => void) | undefined;
  onBack: () => void;
};

/** The choices of the player to act: fold, check or call, and bet or raise. Each has a key. */
export function NextMove({ built, isFirst, legal, name, pot, onMove, onFoldToHero, onBack }: NextMoveProps) {
  const { draft, state } = built;
  const [size, setSize] = useState('');
  const [error, setError] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const sizeInput = useRef<HTMLInputElement>(null);
  const amount = (units: number) => amountText(units, draft, 'bb');
  // The box takes the focus, so that its keys work immediately.
  useEffect(() => box.current?.focus({ preventScroll: isFirst }), [isFirst]);

  function raise() {
    const to = readSize(size, { state, legal, big: draft.stakes.big, pot });
    if (to === undefined) {
      const limits = legal.raise?.map(amount).join(' to ');
      setError(`Write big blinds (${limits}), or 3x, 66%, pot, ai for all-in`);
      sizeInput.current?.focus();
      return;
    }
    onMove({ kind: 'size', to });
  }

  function handleKey(event: KeyboardEvent) {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const act: Record<string, () => void> = {
      f: () => (event.shiftKey ? onFoldToHero?.() : onMove({ kind: 'fold' })),
      c: () => onMove({ kind: 'call' }),
      r: () => sizeInput.current?.focus(),
      Backspace: onBack,
    };
    const run = act[shortcutKey(event)];
    if (!run) return;
    event.preventDefault();
    run();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the buttons that do the same
    <div ref={box} tabIndex={-1} onKeyDown={handleKey} className="grid gap-3 outline-none">
      <h2 className="text-lg font-semibold text-accent-text">{name} to act</h2>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onMove({ kind: 'fold' })}>
          Fold
        </Button>
        {onFoldToHero && (
          <Button variant="secondary" aria-keyshortcuts="Shift+F" onClick={onFoldToHero}>
            Fold to you
          </Button>
        )}
        <Button variant="secondary" onClick={() => onMove({ kind: 'call' })}>
          {legal.call > 0 ? `Call ${amount(legal.call)}` : 'Check'}
        </Button>
      </div>
      {legal.raise && (
        <div className="flex items-start gap-2">
          <TextField
            ref={sizeInput}
            label={state.bet > 0 ? 'Raise to' : 'Bet'}
            hint={`${amount(legal.raise[0])} to ${amount(legal.raise[1])}; also 3x, 66%, pot, ai (all-in)`}
            value={size}
            error={error}
            autoComplete="off"
            onChange={(event) => {
              setSize(event.currentTarget.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') raise();
              if (event.key === 'Backspace' && size === '') onBack();
            }}
            className="min-w-0 flex-1"
          />
          <Button className="mt-6.25" onClick={raise}>
            {state.bet > 0 ? 'Raise' : 'Bet'}
          </Button>
        </div>
      )}
      <p className="text-sm text-muted max-sm:hidden">
        Keys: F folds, Shift+F folds to you, C checks or calls, R enters a size, Backspace takes the last
        action back.
      </p>
    </div>
  );
}
