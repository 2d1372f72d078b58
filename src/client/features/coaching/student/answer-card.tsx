import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { dueText } from '../../../../shared/coaching/due-text.ts';
import { questionBounds } from '../../../../shared/coaching/question-limits.ts';
import type { QuestionView } from '../../../../shared/coaching/questions.ts';
import { hasRightOption } from '../../../../shared/practice/drill-rules.ts';
import { serverDate } from '../../../../shared/server-clock.ts';
import { formatDate } from '../../../lib/format.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useLateFormFields } from '../../../lib/use-late-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { type HandActions, helpfulLabels, OneAnswer } from '../one-answer.tsx';

export type AnswerCardProps = {
  view: QuestionView;
  /** Whether the card takes the focus, because the student has just asked for the answer. */
  takesFocus: boolean;
  /** Absent if the question has no hand. */
  actions?: HandActions;
};

/** The coaches' answers, and the controls with which the student responds to them. */
export function AnswerCard({ view, takesFocus, actions }: AnswerCardProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const verdict = view.answers.findLast(({ options }) => options.length > 0);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-6">
      {view.answers.map((answer, round) => (
        <OneAnswer
          key={answer.createdAt}
          label={`Answer from ${answer.coachName}`}
          answer={answer}
          chosen={round === 0 ? view.tried : null}
          {...(actions && { actions })}
        />
      ))}
      <div className="grid gap-6 print:hidden">
        {view.hand !== null && (view.isInOwnDeck || hasRightOption(verdict?.options ?? [])) && (
          <OwnDeck view={view} />
        )}
        <Helpful view={view} />
        {view.followUpUntil !== null &&
        view.followUpUntil > serverDate().toISOString() &&
        view.hand !== null ? (
          <FollowUp view={view} until={view.followUpUntil} />
        ) : (
          <UnsentFollowUp view={view} />
        )}
      </div>
    </div>
  );
}

/** A switch for whether the decision comes back as a drill. A wrong choice turns it on automatically. */
function OwnDeck({ view: { id, isInOwnDeck } }: { view: QuestionView }) {
  const utils = trpc.useUtils();
  const set = useAction(
    trpc.questions.setInOwnDeck.useMutation({
      onError: showFailure('Your deck was not changed'),
      onSettled: () => Promise.all([utils.questions.get.invalidate({ id }), utils.drills.invalidate()]),
    }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm text-muted">
        {isInOwnDeck ? 'In your deck of mistakes: you will be asked again.' : 'Not in your deck of mistakes.'}
      </p>
      <Button
        variant="secondary"
        size="small"
        busy={set.isPending}
        onClick={() => set.run({ id, isInOwnDeck: !isInOwnDeck })}
      >
        {isInOwnDeck ? 'Remove from my deck' : 'Add to my deck'}
      </Button>
    </div>
  );
}

function Helpful({ view }: { view: QuestionView }) {
  const utils = trpc.useUtils();
  const rate = useAction(
    trpc.questions.rate.useMutation({
      onError: showFailure('Your rating was not saved'),
      onSettled: () => utils.questions.get.invalidate({ id: view.id }),
    }),
  );
  return (
    <fieldset>
      <legend className="font-semibold">Was this helpful?</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {helpfulLabels.map((label, index) => (
          <Button
            key={label}
            variant="secondary"
            size="small"
            aria-pressed={view.helpful === index + 1}
            busy={rate.isPending}
            onClick={() => rate.run({ id: view.id, helpful: index + 1 })}
            className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
          >
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

const followUpDraft = (id: string) => sessionStorageDraft(`follow-up:${id}`, ['text']);

/**
 * What the student typed into the form for a follow-up that is no longer shown, because another tab sent a follow-up
 * or the time for it has ended.
 */
function UnsentFollowUp({ view: { id, followUp } }: { view: QuestionView }) {
  const { text } = followUpDraft(id).load();
  if (text === undefined || text.trim() === followUp) return null;
  return (
    <Notice tone="warning" role="status" title="This follow-up was not sent">
      <p className="whitespace-pre-line">{text}</p>
      <p className="mt-1">
        {`You can send one follow-up, within ${questionBounds.followUpDays} days of the answer.`}
      </p>
    </Notice>
  );
}

function FollowUp({ view, until }: { view: QuestionView; until: string }) {
  const utils = trpc.useUtils();
  const draft = followUpDraft(view.id);
  const form = useLateFormFields({
    initial: () => ({ text: '' }),
    restore: draft.load,
    onChange: draft.save,
    loadSchema: async () =>
      (await import('../../../../shared/coaching/questions.ts')).reopenInput.pick({ text: true }),
  });
  const reopen = useAction(
    useMutation({
      // Awaits the validation, because its schema may still be loading.
      async mutationFn() {
        const values = await form.check();
        return values && utils.client.questions.reopen.mutate({ id: view.id, ...values });
      },
      onSuccess(reopened) {
        if (!reopened) return;
        draft.clear();
        utils.questions.get.setData({ id: view.id }, reopened);
        showToast({
          title: 'Your follow-up is with the coaches',
          description: `You get the answer by ${dueText(reopened.dueAt, undefined)}`,
          tone: 'success',
        });
      },
      onSettled: () => utils.questions.invalidate(),
    }),
    { form },
  );
  return (
    <Form
      ref={form.formRef}
      aria-label="Follow-up question"
      className="grid gap-3"
      onSubmit={() => reopen.run()}
    >
      <TextAreaField
        {...form.field('text')}
        label="Your follow-up question"
        hint={`You can send one until ${formatDate(until)}. It does not count as a question.`}
        rows={3}
        maxLength={questionBounds.followUpTo}
      />
      <FormError
        title="Your follow-up was not sent"
        uncertainTitle="Your follow-up may have been sent"
        failure={reopen.failure}
      />
      <div>
        <Button type="submit" variant="secondary" busy={reopen.isPending} busyLabel="Sending...">
          Send the follow-up
        </Button>
      </div>
    </Form>
  );
}
