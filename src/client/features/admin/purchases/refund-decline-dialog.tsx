import { type AdminRefundRequest, declineRefundInput } from '../../../../shared/payments/refunds.ts';
import { useFormCall } from '../../../lib/use-form-call.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshPayments } from './use-refresh-payments.ts';

const schema = declineRefundInput.pick({ answer: true });

/** The student reads the answer by mail and on the billing page. */
export function DeclineRefundDialog({
  request,
  onClose,
}: {
  request: AdminRefundRequest;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const refresh = useRefreshPayments();
  const { busy, failure, send } = useFormCall();
  const form = useFormFields({ initial: () => ({ answer: '' }), schema });

  function submit() {
    send(form, async ({ answer }) => {
      try {
        await utils.client.admin.payments.declineRefund.mutate({ requestId: request.id, answer });
        onClose();
        showToast({
          title: 'Request declined',
          description: 'The student is told by mail.',
          tone: 'success',
        });
      } finally {
        // A refusal means that the request is another than this page knows, too.
        await refresh();
      }
    });
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      dirty={form.values.answer !== ''}
      title={`Decline the refund for ${request.payment.userName}?`}
      description={
        request.payment.refundable.until
          ? 'By our own policy this payment is refundable. Decline only with a good reason.'
          : request.payment.refundable.reason
      }
      formRef={form.formRef}
      formLabel="Answer"
      onSubmit={submit}
      busy={busy}
      danger
      submitLabel="Decline request"
      busyLabel="Declining..."
      failureTitle="The request could not be declined"
      failure={failure}
    >
      <TextAreaField {...form.field('answer')} label="Answer to the student" rows={5} />
    </FormDialog>
  );
}
