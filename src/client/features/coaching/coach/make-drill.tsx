import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { makeDrillInput } from '../../../../shared/coaching/question-drills.ts';
import type { CoachQuestionView } from '../../../../shared/coaching/questions.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { DrillDraft } from '../../practice/drills/drill-draft.ts';
import { DrillFields } from '../../practice/drills/drill-fields.tsx';
import { useDrillDraft } from '../../practice/drills/use-drill-draft.ts';
import { type AnswerDraft, sentOptions } from './answer-draft.ts';
import { withClaim } from './with-claim.ts';

export type MakeDrillProps = {
  view: CoachQuestionView;
  hand: Hand;
  atAction: number;
  /** Returns the current draft of the answer. */
  answer: () => AnswerDraft | undefined;
};

const notAllowedText =
  'The student does not allow the academy to use this hand, so it cannot become a drill.';

/** A button that opens a form for a drill about the decision. The form starts with the draft of the answer. */
export function MakeDrill({ view, hand, atAction, answer }: MakeDrillProps) {
  const [draft, setDraft] = useState<DrillDraft>();

  function open() {
    if (!view.allowsLibrary) {
      showToast({ title: 'No drill from this hand', description: notAllowedText });
      return;
    }
    setDraft(draftFrom(view, { hand, atAction }, answer()));
  }

  useSingleKeys((key) => {
    if (key === 'c') open();
  });
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        aria-keyshortcuts="C"
        disabled={!view.allowsLibrary}
        onClick={open}
      >
        Make a drill
      </Button>
      {!view.allowsLibrary && <p className="mt-1 text-sm text-muted">{notAllowedText}</p>}
      {draft && <DrillDialog view={view} initial={draft} onClose={() => setDraft(undefined)} />}
    </div>
  );
}

function draftFrom(
  { question, leak }: CoachQuestionView,
  decision: { hand: Hand; atAction: number },
  answer: AnswerDraft | undefined,
): DrillDraft {
  return {
    deckId: '',
    leak: answer?.leak || (leak ?? ''),
    place: answer?.place ?? '',
    prompt: question === '' ? 'What do you do?' : question,
    reason: answer?.reason ?? '',
    options: answer ? sentOptions(answer) : [],
    spot: { kind: 'decision', decision },
  };
}

type DrillDialogProps = { view: CoachQuestionView; initial: DrillDraft; onClose: () => void };

function DrillDialog({ view, initial, onClose }: DrillDialogProps) {
  const form = useDrillDraft(initial);
  const utils = trpc.useUtils();
  const make = useAction(
    useMutation({
      mutationFn: (input: z.infer<typeof makeDrillInput>) =>
        withClaim(utils.client, view, () => utils.client.questions.makeDrill.mutate(input)),
      onSuccess() {
        showToast({
          title: 'Drill created',
          description: 'It is now part of the deck that you chose.',
          tone: 'success',
        });
        void utils.drills.invalidate();
        onClose();
      },
    }),
    { form },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Make a drill from this decision"
      description="Students see the hand up to the decision, without names and stakes."
      size="wide"
      dirty={form.isDirty}
      formRef={form.formRef}
      onSubmit={() =>
        make.submit(() => {
          const input = form.check();
          return input && makeDrillInput.parse({ ...input, questionId: view.id });
        })
      }
      busy={make.isPending}
      submitLabel="Make the drill"
      busyLabel="Making..."
      failureTitle="The drill was not created"
      uncertainTitle="The drill may have been created"
      failure={make.failure}
    >
      <DrillFields draft={form.draft} errors={form.errors} hasSpot onChange={form.change} />
    </FormDialog>
  );
}
