import { useState } from 'react';
import { z } from 'zod';
import { grantQuestionsInput } from '../../../../shared/coaching/coaches.ts';
import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { recordReasonHint } from '../action-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';

const { count, validDays, reason } = grantQuestionsInput.shape;
const giveForm = z.object({
  count: z.string().transform(parseWholeNumber).pipe(count),
  validDays: z
    .string()
    .transform((text) => (text.trim() === '' ? null : parseWholeNumber(text)))
    .pipe(validDays),
  reason,
});

const initial = { count: '1', validDays: '90', reason: '' };

export type GiveQuestionsDialogProps = { userId: string; name: string; onClose: () => void };

/** Gives a student more credits for questions. */
export function GiveQuestionsDialog({ userId, name, onClose }: GiveQuestionsDialogProps) {
  // The id is created once per dialog and sent with each attempt, so that a repeated request does not give the
  // questions twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useFormFields({ initial: () => initial, schema: giveForm });
  const { isPending, failure, submit } = useAction(
    trpc.admin.coaching.grantQuestions.useMutation({
      onSuccess() {
        showToast({ title: `${name} can ask more questions`, tone: 'success' });
        onClose();
      },
      // Refreshes after an error, too: if only the response was lost, the questions have been given.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={`Give ${name} more questions?`}
      description="The student gets a notification."
      dirty={JSON.stringify(form.values) !== JSON.stringify(initial)}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ userId, requestId }))}
      busy={isPending}
      submitLabel="Give questions"
      busyLabel="Giving..."
      failureTitle="The questions were not given"
      uncertainTitle="The questions may have been given"
      failure={failure}
    >
      <TextField {...form.field('count')} label="Questions" inputMode="numeric" className="tabular" />
      <TextField
        {...form.field('validDays')}
        label="Valid for (days)"
        optional
        inputMode="numeric"
        hint="Leave empty for questions that never expire."
        className="tabular"
      />
      <TextField {...form.field('reason')} label="Reason" hint={recordReasonHint} autoComplete="off" />
    </FormDialog>
  );
}
