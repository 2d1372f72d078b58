import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type RejectDialogProps = {
  open: boolean;
  /** Whose application it is. */
  name: string;
  /** What the applicant will read; empty when nothing was written. */
  note: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A rejection goes out by mail at once, so that it is asked for twice. */
export function RejectDialog({ open, name, note, busy, onConfirm, onClose }: RejectDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!busy) onClose();
      }}
      title={`Reject the application of ${name}?`}
      description="They are told by mail at once. You can take it back later."
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} busyLabel="Rejecting..." onClick={onConfirm}>
            Reject application
          </Button>
        </>
      )}
    >
      {note === '' ? (
        <p>You wrote no note, so that they will not read why.</p>
      ) : (
        <>
          <p className="text-sm text-muted">They will read:</p>
          <p className="mt-1 border-l-2 border-border pl-3 wrap-anywhere whitespace-pre-line">{note}</p>
        </>
      )}
    </Dialog>
  );
}
