import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export type ConfirmationDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description'> & {
  /** The label of the button that confirms: a verb with its object, such as "Withdraw the hand". */
  confirmLabel: string;
  onConfirm: () => void;
  /** Whether the request is in progress. Until it ends, the dialog cannot be closed. */
  busy: boolean;
  busyLabel: string;
};

/** Asks before something is deleted or withdrawn. */
export function ConfirmationDialog({
  confirmLabel,
  onConfirm,
  busy,
  busyLabel,
  ...dialog
}: ConfirmationDialogProps) {
  return (
    <Dialog
      {...dialog}
      busy={busy}
      footer={(close) => (
        <>
          <Button variant="secondary" onClick={close}>
            Keep
          </Button>
          <Button variant="danger" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      )}
    />
  );
}
