import type { QuestionView } from '../../../../shared/coaching/questions.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { showFailure } from '../../../ui/toast.tsx';

/**
 * Asks the student for the decision once more. The answer is loaded only when the student chooses an option or presses
 * “See the answer”.
 */
export function TryAgain({ view }: { view: QuestionView }) {
  const utils = trpc.useUtils();
  const reveal = useAction(
    trpc.questions.revealAnswer.useMutation({
      onSuccess(answered) {
        utils.questions.get.setData({ id: view.id }, answered);
        void utils.questions.list.invalidate();
        void utils.questions.newAnswers.invalidate();
        // A wrong choice adds a drill and counts toward a leak.
        void utils.drills.invalidate();
        void utils.leaks.invalidate();
        // Reading an answer counts toward the streak.
        void utils.goals.invalidate();
      },
      onError: showFailure('The answer could not be loaded'),
    }),
  );
  return (
    <Card as="section" aria-labelledby="try-again">
      <h2 id="try-again" className="text-lg font-semibold text-accent-text">
        Try again: what do you do?
      </h2>
      <p className="mt-1 text-sm text-muted">You will see the answer as soon as you decide.</p>
      <div className="mt-4 grid gap-2">
        {view.choices.map((choice) => (
          <Button
            key={choice}
            variant="secondary"
            className="choice"
            busy={reveal.isPending}
            onClick={() => reveal.run({ id: view.id, choice })}
          >
            {choice}
          </Button>
        ))}
        <Button
          variant="quiet"
          busy={reveal.isPending}
          onClick={() => reveal.run({ id: view.id, choice: null })}
        >
          See the answer
        </Button>
      </div>
    </Card>
  );
}
