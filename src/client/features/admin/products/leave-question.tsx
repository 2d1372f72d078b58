import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Asks before navigating or closing the tab discards typed text. Render it inside the dialog with the form. */
export function LeaveQuestion({ dirty, notSaved }: { dirty: boolean; notSaved: string }) {
  const blocker = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave and discard what you typed?"
      footer={
        <>
          <Button variant="secondary" onClick={() => blocker.reset?.()}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            Discard
          </Button>
        </>
      }
    >
      <p>{notSaved}</p>
    </Dialog>
  );
}
