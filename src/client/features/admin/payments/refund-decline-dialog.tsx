import { type AdminRefundRequest, declineRefundInput } from '../../../../shared/payments/refunds.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

const schema = declineRefundInput.pick({ answer: true });

/** Declines a refund request with a message, which the student gets by email and also sees on the billing page. */
export function DeclineRefundDialog({
  request,
  onClose,
}: {
  request: AdminRefundRequest;
  onClose: () => void;
}) {
  const form = useFormFields({ initial: () => ({ answer: '' }), schema });
  const { isPending, failure, submit } = useAction(
    trpc.admin.payments.declineRefund.useMutation({
      onSuccess() {
        onClose();
        showToast({
          title: 'Request declined',
          description: 'The student gets an email.',
          tone: 'success',
        });
      },
      // Refreshes after an error, too, because the request may have changed since this page was loaded.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  return (
    <FormDialog
      onClose={onClose}
      dirty={form.values.answer !== ''}
      title={`Decline the refund request of ${request.payment.userName}?`}
      description={
        request.payment.refundable.until
          ? 'Under your refund policy this payment can still be refunded. Decline only with a good reason.'
          : request.payment.refundable.reason
      }
      formRef={form.formRef}
      formLabel="Answer"
      onSubmit={() => submit(() => form.checkWith({ requestId: request.id }))}
      busy={isPending}
      danger
      submitLabel="Decline request"
      busyLabel="Declining..."
      failureTitle="The request could not be declined"
      uncertainTitle="The request may have been declined"
      failure={failure}
    >
      <TextAreaField {...form.field('answer')} label="Answer to the student" rows={5} />
    </FormDialog>
  );
}
