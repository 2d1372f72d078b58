import { useBlocker } from '@tanstack/react-router';
import type { AdminTab } from '../../lib/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type LeaveQuestionProps = {
  dirty: boolean;
  notSaved: string;
  /** The area within which navigation keeps what was typed. */
  within?: AdminTab;
};

/** Asks before navigating or closing the tab discards typed text. In a dialog, render it inside. */
export function LeaveQuestion({ dirty, notSaved, within }: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => dirty && !(within && 'tab' in next.search && next.search.tab === within),
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
