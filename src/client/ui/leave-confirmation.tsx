import type { AdminTab } from '../lib/search-params.ts';
import { useLeaveConfirmation } from '../lib/use-leave-confirmation.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export type LeaveConfirmationProps = {
  dirty: boolean;
  /** What is not saved yet, as a sentence. */
  text: string;
  /** The tab of the admin area that keeps its input while the user navigates inside it. */
  within?: AdminTab;
};

/** Asks before leaving the page, or closing the tab, discards typed values. */
export function LeaveConfirmation({ dirty, text, within }: LeaveConfirmationProps) {
  const { isBlocked, stay, leave } = useLeaveConfirmation(dirty, within);
  return (
    <Dialog
      open={isBlocked}
      onClose={stay}
      title="Leave and discard what you typed?"
      footer={
        <>
          <Button variant="secondary" onClick={stay}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={leave}>
            Discard
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
