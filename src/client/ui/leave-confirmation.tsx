import type { AdminTab } from '../lib/search-params.ts';
import { useLeaveConfirmation } from '../lib/use-leave-confirmation.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export type LeaveConfirmationProps = {
  dirty: boolean;
  title?: string;
  /** What is not saved yet, as a sentence. */
  text: string;
  /** A tab of the admin area that keeps its input: navigation inside this tab needs no confirmation. */
  within?: AdminTab;
};

/** Asks for confirmation before typed values are lost because the user leaves the page or closes the browser tab. */
export function LeaveConfirmation({
  dirty,
  title = 'Leave and discard what you typed?',
  text,
  within,
}: LeaveConfirmationProps) {
  const { isBlocked, stay, leave } = useLeaveConfirmation(dirty, within);
  return (
    <Dialog
      open={isBlocked}
      onClose={stay}
      title={title}
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
