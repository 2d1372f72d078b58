import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Finding } from './kyc-findings.ts';

export type ApproveDialogProps = {
  name: string;
  findings: readonly Finding[];
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Asks for confirmation before a case with warnings is approved, and lists the warnings. Mount it only while it is
 * open.
 */
export function ApproveDialog({ name, findings, busy, onConfirm, onClose }: ApproveDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      busy={busy}
      title={`Approve ${name} despite ${findings.length === 1 ? 'this warning' : 'these warnings'}?`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button busy={busy} busyLabel="Approving..." onClick={onConfirm}>
            Approve anyway
          </Button>
        </>
      )}
    >
      <ul className="list-disc pl-5">
        {findings.map(({ key, sentence }) => (
          <li key={key}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  );
}
