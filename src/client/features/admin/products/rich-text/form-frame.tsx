import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';

export type FormFrameProps = {
  legend: string;
  /** Called by the first button, and by Enter in a field. Undefined if there is nothing to apply. */
  onApply?: () => void;
  applyLabel?: string;
  applyDisabled?: boolean;
  /** Shown between the first button and Cancel. */
  otherAction?: ReactNode;
  /** Shown beside the buttons. */
  note?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A form below the toolbar. Not a `<form>`, because it is inside the product form, and forms cannot be nested. Escape
 * closes this form only, not the dialog with the product.
 */
export function FormFrame({
  legend,
  onApply,
  applyLabel,
  applyDisabled,
  otherAction,
  note,
  onClose,
  children,
}: FormFrameProps) {
  function handleKey(event: KeyboardEvent) {
    const { key, target } = event;
    if (key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'file') {
      event.preventDefault();
      onApply?.();
    } else if (key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  }
  return (
    <fieldset
      onKeyDown={handleKey}
      className="flex flex-col gap-3 border border-t-0 border-control border-b-border bg-surface p-3"
    >
      <legend className="sr-only">{legend}</legend>
      {children}
      <div className="flex flex-wrap items-center gap-2">
        {onApply && (
          <Button size="small" disabled={applyDisabled} onClick={onApply}>
            {applyLabel}
          </Button>
        )}
        {otherAction}
        <Button size="small" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {note && <span className="text-sm text-muted">{note}</span>}
      </div>
    </fieldset>
  );
}
