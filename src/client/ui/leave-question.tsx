import type { AdminTab } from '../lib/search-params.ts';
import { useLeaveQuestion } from '../lib/use-leave-question.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export type LeaveQuestionProps = {
  dirty: boolean;
  /** What is not saved yet, as a sentence. */
  text: string;
  /** The area of the back office that keeps its input while the user navigates inside it. */
  within?: AdminTab;
};

/** Asks before leaving the page, or closing the tab, discards typed values. */
export function LeaveQuestion({ dirty, text, within }: LeaveQuestionProps) {
  const { asked, stay, leave } = useLeaveQuestion(dirty, within);
  return (
    <Dialog
      open={asked}
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
