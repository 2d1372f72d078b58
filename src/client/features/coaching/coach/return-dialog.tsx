import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { returnReasons, returnReasonTexts } from '../../../../shared/coaching/question-status.ts';
import { type CoachQuestionView, returnQuestionInput } from '../../../../shared/coaching/questions.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { withClaim } from './with-claim.ts';

const returnSchema = returnQuestionInput.pick({ reason: true, text: true });

export type ReturnDialogProps = { view: CoachQuestionView; onClose: () => void; onReturned: () => void };

/** Returns a question to the student, with the reason why it cannot be answered. */
export function ReturnDialog({ view, onClose, onReturned }: ReturnDialogProps) {
  const utils = trpc.useUtils();
  const form = useFormFields({ initial: () => ({ reason: '', text: '' }), schema: returnSchema });
  const { isPending, failure, submit } = useAction(
    useMutation({
      mutationFn: (input: z.infer<typeof returnSchema>) =>
        withClaim(utils.client, view, () => utils.client.questions.return.mutate({ id: view.id, ...input })),
      onSuccess() {
        showToast({ title: 'Question returned', description: 'The student was notified.', tone: 'success' });
        onReturned();
      },
      onSettled: () => utils.questions.queue.invalidate(),
    }),
    { form },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Return this question?"
      description={
        view.replacedWhenLate
          ? 'The student sees the reason. The student already got another question in its place, because the answer was late.'
          : 'The student sees the reason and can ask another question in its place.'
      }
      dirty={form.values.text !== ''}
      formRef={form.formRef}
      onSubmit={() => submit(form.check)}
      busy={isPending}
      submitLabel="Return the question"
      busyLabel="Returning..."
      danger
      failureTitle="The question was not returned"
      uncertainTitle="The question may have been returned"
      failure={failure}
    >
      <SelectField
        {...form.field('reason')}
        label="Reason"
        placeholder="Choose a reason"
        options={returnReasons.map((value) => ({ value, label: returnReasonTexts[value] }))}
      />
      <TextAreaField {...form.field('text')} label="What the student should change" optional rows={3} />
    </FormDialog>
  );
}
