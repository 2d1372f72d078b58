import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { dueText } from '../../../../shared/coaching/due-text.ts';
import { libraryConsent, questionBounds } from '../../../../shared/coaching/question-limits.ts';
import { askInput } from '../../../../shared/coaching/questions.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { labelDecisions } from '../../../../shared/poker/decision-labels.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { parserVersionOf } from '../../../../shared/poker/parser-version-of.ts';
import { leakOptions, leaks } from '../../../../shared/practice/leaks.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { mayHaveSucceeded } from '../../../lib/error-text.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { CreditsLine, canAsk } from './credits-line.tsx';

const fieldsSchema = askInput.pick({ thought: true, question: true });

export type AskDialogProps = {
  handId: string;
  hand: Hand;
  /** Index in `hand.actions` of the decision that is selected when the dialog opens. */
  atAction: number;
  onClose: () => void;
};

/** Asks the coach about one decision. The texts and the chosen leak stay in the tab until the question is sent. */
export function AskDialog({ handId, hand, atAction, onClose }: AskDialogProps) {
  const [decision, setDecision] = useState(atAction);
  const [allowLibrary, setAllowLibrary] = useState(false);
  const [showStakes, setShowStakes] = useState(false);
  const draft = sessionStorageDraft(`ask:${handId}`, ['thought', 'question', 'leak']);
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const query = trpc.questions.credits.useQuery(undefined, { staleTime: 0 });
  const form = useFormFields({
    initial: () => ({ thought: '', question: '', leak: '' }),
    restore: draft.load,
    onChange: draft.save,
    schema: fieldsSchema,
  });
  const { isPending, failure, submit } = useAction(
    trpc.questions.ask.useMutation({
      onSuccess({ dueAt }) {
        draft.clear();
        showToast({
          title: 'Your question is with the coaches',
          description: `You get the answer by ${dueText(dueAt, undefined)}`,
          tone: 'success',
        });
      },
      onSettled() {
        // Not awaited, because the new question opens immediately.
        void utils.questions.invalidate();
        void utils.hands.list.invalidate();
        void utils.hands.get.invalidate({ id: handId });
      },
    }),
    { form, leave: ({ id }) => void navigate({ to: '/questions/$id', params: { id } }) },
  );
  const { idOf } = useRequestId();
  // The server may have stored the question and used a credit for it. If so, sending it again returns the stored
  // question.
  const mayBeSent = mayHaveSucceeded(failure);
  const cannotAsk = query.data !== undefined && !canAsk(query.data) && !isPending && !mayBeSent;
  const dueAt = query.data && new Date(serverNow() + query.data.promiseHours * hourMs);
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Ask the coach"
      description={
        dueAt
          ? `You get the answer by ${dueText(dueAt, undefined)}, in your time zone`
          : 'One question about one decision'
      }
      size="large"
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          if (cannotAsk) return undefined;
          const texts = form.check();
          const leak = leaks.find(({ id }) => id === form.values.leak)?.id ?? null;
          if (!texts) return undefined;
          const input = {
            ...texts,
            handId,
            reader: parserVersionOf(hand),
            atAction: decision,
            leak,
            allowLibrary,
            showStakes,
          };
          return { ...input, key: idOf(input) };
        })
      }
      busy={isPending}
      submitLabel="Ask the coach"
      busyLabel="Sending..."
      insteadOfSubmit={cannotAsk && <Button disabled>Ask the coach</Button>}
      failureTitle="Your question was not sent"
      uncertainTitle="Your question may have been sent"
      failure={failure}
    >
      <QueryView query={query} skeleton={<Skeleton className="h-6" />}>
        {(credits) => <CreditsLine credits={credits} isAsking />}
      </QueryView>
      <SelectField
        label="Your decision"
        value={String(decision)}
        options={labelDecisions(hand).map(({ atAction, label }) => ({ value: String(atAction), label }))}
        onChange={(event) => setDecision(Number(event.currentTarget.value))}
      />
      <TextAreaField
        {...form.field('thought')}
        label="What did you do and why?"
        hint="What you thought the opponent could have, and what you wanted to achieve."
        rows={4}
        onKeyDown={sendOnCtrlEnter}
        maxLength={questionBounds.thoughtTo}
      />
      <TextAreaField
        {...form.field('question')}
        label="What is your question?"
        optional
        rows={2}
        onKeyDown={sendOnCtrlEnter}
        maxLength={questionBounds.questionLength}
      />
      <SelectField
        {...form.field('leak')}
        label="What is it about?"
        optional
        placeholder="Leave it to the coach"
        options={leakOptions}
      />
      <CheckboxField
        label={libraryConsent}
        checked={allowLibrary}
        onChange={(event) => setAllowLibrary(event.currentTarget.checked)}
      />
      <CheckboxField
        label="Show my stakes and the result"
        hint="Otherwise the coach sees amounts in big blinds, and not how the hand ended."
        checked={showStakes}
        onChange={(event) => setShowStakes(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}

function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
