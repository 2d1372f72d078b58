import { returnReasons, returnReasonTexts } from '../../../../shared/coaching/question-status.ts';
import { returnQuestionInput } from '../../../../shared/coaching/questions.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';

const returnSchema = returnQuestionInput.pick({ reason: true, text: true });

export type ReturnDialogProps = { id: string; onClose: () => void; onReturned: () => void };

/** Returns a question that cannot be answered, with a reason. */
export function ReturnDialog({ id, onClose, onReturned }: ReturnDialogProps) {
  const utils = trpc.useUtils();
  const form = useFormFields({ initial: () => ({ reason: '', text: '' }), schema: returnSchema });
  const { isPending, failure, submit } = useAction(
    trpc.questions.return.useMutation({
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
      description="The student reads the reason and can ask another question in its place."
      dirty={form.values.text !== ''}
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          return values && { id, ...values };
        })
      }
      busy={isPending}
      submitLabel="Return the question"
      busyLabel="Returning..."
      danger
      failureTitle="The question was not returned"
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
