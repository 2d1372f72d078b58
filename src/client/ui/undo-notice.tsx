import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSingleKeys } from '../lib/use-single-keys.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Notice } from './notice.tsx';
import { persistentSlotId } from './toast.tsx';

export type UndoNoticeProps = {
  title: string;
  /** What was done. Distinguishes several notices that are shown at the same time. */
  detail?: string;
  /** The accessible name of the Undo button. Not used if `compact`, because the visible text then names the action. */
  undoLabel: string;
  /** Milliseconds since the epoch. */
  shownAt: number;
  /** Whether to show only a button, without the key U, because the notice of a newer action is shown. */
  compact: boolean;
  /** How long the action can be undone. */
  seconds: number;
  busy: boolean;
  onUndo: () => void;
  /** Called when the action can no longer be undone. */
  onExpire: () => void;
};

/** Counts down the seconds in which an action that sends an email can be undone. */
export function UndoNotice({
  title,
  detail,
  undoLabel,
  compact,
  shownAt,
  seconds,
  busy,
  onUndo,
  onExpire,
}: UndoNoticeProps) {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const isExpired = secondsLeft <= 0 && !busy;

  useEffect(() => {
    const timer = setInterval(() => {
      setSecondsLeft(seconds - Math.floor((Date.now() - shownAt) / 1_000));
    }, 250);
    return () => clearInterval(timer);
  }, [shownAt, seconds]);

  useSingleKeys((key) => {
    if (key === 'u' && !compact) onUndo();
  });

  useEffect(() => {
    if (isExpired) onExpire();
  }, [isExpired, onExpire]);

  const time = `${Math.max(0, secondsLeft)} s`;
  const undo = (
    <Button
      variant="secondary"
      size="small"
      busy={busy}
      busyLabel="Undoing..."
      aria-label={compact ? undefined : undoLabel}
      aria-keyshortcuts={compact ? undefined : 'U'}
      onClick={onUndo}
    >
      Undo{compact && ` ${detail ?? title}`}
      {compact && (
        <span aria-hidden="true" className="tabular">
          {' '}
          ({time})
        </span>
      )}
    </Button>
  );
  if (compact) return undo;
  return (
    <Notice tone="success" title={title} action={undo} className="w-full flex-nowrap! shadow-float">
      {detail && `${detail}. `}The email goes out in {/* A countdown would be read out every second. */}
      <span className="sr-only">a moment</span>
      <span aria-hidden="true" className="tabular">
        {time}
      </span>
      .<span className="max-sm:hidden"> Press U to undo.</span>
    </Notice>
  );
}

/**
 * Shows content, such as the Undo of the last action, above the toasts for as long as it is mounted. Like a toast, the
 * content can be used while a dialog is open.
 */
export function PersistentMessage({ children, className }: { children: ReactNode; className?: string }) {
  // The toasts contain the slot, and are loaded before the user can act. If loading them has failed, the content is
  // shown inline.
  const [slot] = useState(() => document.getElementById(persistentSlotId));
  const message = (
    <div
      role="status"
      className={classNames('flex max-h-[50dvh] flex-wrap gap-2 overflow-y-auto', className)}
    >
      {children}
    </div>
  );
  return slot ? createPortal(message, slot) : message;
}
