import {
  Description,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
  Dialog as HeadlessDialog,
} from '@headlessui/react';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLeaveConfirmation } from '../lib/use-leave-confirmation.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

// When a dialog closes, Headless UI returns the focus only to an element that received it after Headless UI was loaded.
// The button that opens the first dialog of a page may have received it before, so its focus is reported again.
if (typeof document !== 'undefined') document.activeElement?.dispatchEvent(new FocusEvent('focus'));

export type DialogProps = {
  /** True by default, for a dialog that is mounted only while it is open. */
  open?: boolean;
  /** Called when the dialog should close: immediately, or after confirmation if `dirty`. */
  onClose: () => void;
  /** A question or a task, such as "Refund this purchase?". */
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons. A function receives `requestClose`, which asks for confirmation if `dirty`; use it for Cancel. */
  footer?: ReactNode | ((requestClose: () => void) => ReactNode);
  /**
   * Whether closing would lose unsaved input. If so, Escape, an outside click, × and leaving the page ask for
   * confirmation.
   */
  dirty?: boolean;
  /**
   * Whether a request is in progress. Until it ends, the dialog cannot be closed, and a navigation does not ask about
   * unsaved input.
   */
  busy?: boolean;
  /** The texts of the confirmation that `dirty` causes. */
  question?: CloseConfirmationTexts;
  size?: 'medium' | 'large' | 'wide';
};

type CloseConfirmationTexts = { text: string; stay: string; leave: string };

const discardTyped: CloseConfirmationTexts = {
  text: 'Discard what you typed?',
  stay: 'Keep editing',
  leave: 'Discard',
};

/**
 * Elements that can take the initial focus: fields (of radio buttons, only the checked one), then the footer's buttons.
 */
const focusTargets =
  'input:not([hidden],[type=radio]:not(:checked)),select,textarea,:scope>:last-child>button';

/** The longest time between the clicks of a double click, in milliseconds. */
const doubleClickMs = 500;

const sizes = { medium: 'sm:max-w-lg', large: 'sm:max-w-2xl', wide: 'sm:max-w-5xl' };

/**
 * A modal dialog; a bottom sheet on phones. Unless `autoFocus` has already placed the focus, the focus moves to the
 * first of these that exists: the element with `data-autofocus`, a field, a button of the footer. The first button
 * should change nothing, like Cancel. The focus stays inside the dialog and is restored when the dialog closes.
 */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  children,
  footer,
  dirty: hasInput = false,
  busy = false,
  question = discardTyped,
  size = 'medium',
}: DialogProps) {
  const dirty = hasInput && !busy;
  const [confirming, setConfirming] = useState(false);
  const lastFocused = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const openedAt = useRef(0);
  // Evaluated when the dialog opens. Without fields and buttons, such as for a long text, the dialog itself takes the
  // focus.
  const initialFocus = {
    get current() {
      for (const target of [':focus', '[data-autofocus]', focusTargets]) {
        const found = panel.current?.querySelector<HTMLElement>(target);
        if (found) return found;
      }
      return null;
    },
  };
  const leaving = useLeaveConfirmation(open && dirty);

  useEffect(() => {
    if (!open) return;
    openedAt.current = Date.now();
    // On touch screens, if this dialog replaces another one, Headless UI has just returned the focus to the page.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.closest('[role=dialog]'))
        panel.current?.closest<HTMLElement>('[role=dialog]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [open]);

  useEffect(() => {
    if (!open || !dirty) setConfirming(false);
  }, [open, dirty]);

  function requestClose() {
    if (busy) return;
    if (!dirty) {
      onClose();
      return;
    }
    setConfirming(true);
  }

  /**
   * Handles Escape, and an outside click, except for the second click of a double click on the button that opened the
   * dialog.
   */
  function dismiss() {
    const isClick = window.event?.type === 'pointerup' || window.event?.type === 'touchend';
    if (!isClick || Date.now() - openedAt.current > doubleClickMs) requestClose();
  }

  function leave() {
    if (!busy) onClose();
    leaving.leave();
  }

  function keepEditing() {
    setConfirming(false);
    leaving.stay();
    // The pressed button disappears with the confirmation.
    lastFocused.current?.focus();
  }

  return (
    // Has its own size, because tests and some assistive technology treat elements without a size as hidden.
    <HeadlessDialog open={open} onClose={dismiss} initialFocus={initialFocus} className="fixed inset-0 z-50">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-backdrop transition-opacity data-closed:opacity-0"
      />
      <div className="fixed inset-0 flex items-end justify-center sm:items-center sm:p-6">
        <DialogPanel
          ref={panel}
          // Remembered on focus, because Headless UI removes the focus on Escape before it calls `onClose`.
          onFocus={(event: FocusEvent<HTMLElement>) => {
            if (!confirming && !leaving.isBlocked) lastFocused.current = event.target;
          }}
          transition
          data-dialog
          className={classNames(
            'flex max-h-[92dvh] w-full flex-col rounded-t-card border border-border bg-surface shadow-float sm:max-h-[88dvh] sm:rounded-card',
            // In a low window, such as at 400% zoom, title and buttons leave no room, so the whole dialog scrolls.
            '[@media(max-height:20rem)]:overflow-y-auto',
            'transition duration-180 data-closed:translate-y-4 data-closed:opacity-0',
            sizes[size],
          )}
        >
          <div className="flex items-start justify-between gap-4 px-4 pt-4 sm:px-6 sm:pt-6">
            <div className="min-w-0">
              <DialogTitle className="text-xl font-semibold wrap-anywhere">{title}</DialogTitle>
              {description && <Description className="mt-1 text-muted">{description}</Description>}
            </div>
            <Button
              variant="quiet"
              size="small"
              aria-label="Close"
              onClick={requestClose}
              className="-mt-1 -mr-2 px-2"
            >
              <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
                <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.75" />
              </svg>
            </Button>
          </div>
          {/* A focused field scrolls to a position where its label, hint and error are visible, too. */}
          <div className="min-h-0 flex-1 overflow-y-auto scroll-pt-10 scroll-pb-20 px-4 py-4 sm:px-6 [@media(max-height:20rem)]:flex-none [@media(max-height:20rem)]:overflow-visible">
            {children}
          </div>
          {confirming || leaving.isBlocked ? (
            <CloseConfirmation question={question} onStay={keepEditing} onLeave={leave} />
          ) : (
            footer && (
              <div className="flex flex-col-reverse gap-2 border-t border-border px-4 py-4 sm:flex-row sm:justify-end sm:px-6">
                {typeof footer === 'function' ? footer(requestClose) : footer}
              </div>
            )
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

type CloseConfirmationProps = { question: CloseConfirmationTexts; onStay: () => void; onLeave: () => void };

function CloseConfirmation({ question, onStay, onLeave }: CloseConfirmationProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-b-card border-t border-border bg-warning-soft px-4 py-4 sm:px-6"
    >
      <p className="font-semibold">{question.text}</p>
      <div className="flex gap-2">
        <Button variant="secondary" onClick={onStay} autoFocus>
          {question.stay}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {question.leave}
        </Button>
      </div>
    </div>
  );
}
