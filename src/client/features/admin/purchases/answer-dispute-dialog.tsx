import { type Dispute, sendEvidenceInput } from '../../../../shared/payments/refunds.ts';
import { formatCents } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshPayments } from './use-refresh-payments.ts';

const schema = sendEvidenceInput.pick({ statement: true });

/** Sends the evidence to the bank, once and for good. */
export function AnswerDisputeDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const form = useFormFields({ initial: () => ({ statement: '' }), schema });
  const { isPending, failure, submit } = useAction(
    trpc.admin.payments.sendEvidence.useMutation({
      onSuccess() {
        onClose();
        showToast({
          title: 'Evidence sent to Stripe',
          description: 'The bank has it now and decides.',
          tone: 'success',
        });
      },
      // After an error too: it can mean that the dispute has changed since this page was loaded.
      onSettled: useRefreshPayments(),
    }),
    { form },
  );

  const send = () =>
    submit(() => {
      const values = form.check();
      return values && { disputeId: dispute.id, ...values };
    });

  return (
    <FormDialog
      open
      onClose={onClose}
      dirty={form.values.statement !== ''}
      title={`Answer the bank about ${formatCents(dispute.amountCents)}?`}
      description="The bank reads your answer once: after it is sent, nothing can be added or changed. What the academy knows goes along: who bought it, the terms that were accepted, and how it was used."
      formRef={form.formRef}
      formLabel="Answer to the bank"
      onSubmit={send}
      busy={isPending}
      submitLabel="Send evidence to Stripe"
      busyLabel="Sending..."
      failureTitle="The evidence was not sent"
      failure={failure}
    >
      <TextAreaField
        {...form.field('statement')}
        label="What only you know (optional)"
        hint="Such as what the student wrote to you, and what you answered"
        rows={6}
      />
    </FormDialog>
  );
}
