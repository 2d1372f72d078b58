import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type UnusualValueDialogProps = {
  /** A sentence about each unusual value; the dialog is closed while the list is empty. */
  warnings: readonly string[];
  /** The label of the button that saves: a verb with its object. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before a valid but unusual value is saved. */
export function UnusualValueDialog({ warnings, confirm, onConfirm, onClose }: UnusualValueDialogProps) {
  const [first = '', ...others] = warnings;
  return (
    <Dialog
      open={warnings.length > 0}
      onClose={onClose}
      title={others.length === 0 ? `${first} Save anyway?` : 'Save these changes?'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button onClick={onConfirm}>{confirm}</Button>
        </>
      }
    >
      {others.length === 0 ? (
        <p>This is possible, but rarely what an academy wants.</p>
      ) : (
        <ul className="list-disc pl-5">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
