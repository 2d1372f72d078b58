import { type MyPayment, requestRefundInput } from '../../../shared/payments/refunds.ts';
import { answerTimeText } from '../../../shared/site-settings.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useBillingChange } from './use-billing-change.ts';

const schema = requestRefundInput.pick({ reason: true });

export type RefundRequestDialogProps = {
  payment: MyPayment;
  /** All payments of the user. */
  payments: readonly MyPayment[];
  onClose: () => void;
};

/** Requests a refund with a reason. The academy answers by email. */
export function RefundRequestDialog({ payment, payments, onClose }: RefundRequestDialogProps) {
  const form = useFormFields({ initial: () => ({ reason: '' }), schema });
  const { onSuccess, onError } = useBillingChange('Refund requested', onClose);
  const answerTime = answerTimeText(useSiteSettings());
  const { isPending, failure, submit } = useAction(
    trpc.payments.requestRefund.useMutation({
      onSuccess: () => onSuccess({ message: `A person answers by email within ${answerTime}.` }),
      onError,
    }),
    { form },
  );

  return (
    <FormDialog
      open
      onClose={onClose}
      dirty={form.values.reason !== ''}
      title="Request a refund?"
      description={`${payment.description}, ${formatCents(payment.amountCents)}, paid on ${formatDate(payment.paidAt)}`}
      formRef={form.formRef}
      formLabel="Refund request"
      onSubmit={() => submit(() => form.checkWith({ paymentId: payment.id }))}
      busy={isPending}
      submitLabel={`Request refund of ${formatCents(payment.amountCents - payment.refundedCents)}`}
      busyLabel="Sending..."
      cancelLabel="Keep it"
      failureTitle="Your request was not sent"
      uncertainTitle="Your request may have been sent"
      failure={failure}
    >
      <TextAreaField
        {...form.field('reason')}
        label="Why do you want your money back?"
        hint="A few words are enough. They help us, and do not affect your refund."
        maxLength={2_000}
      />
      <p className="measure text-sm text-muted">
        A person answers within {answerTime}. The money goes back to the card or bank account you paid with,
        usually within 5 to 10 days.{' '}
        {payment.kind === 'subscription'
          ? 'A full refund ends your membership, even if you have changed it since this payment.'
          : payment.content && `A full refund ends your access to ${payment.description}.`}
      </p>
      <KeptPayments payments={keptPayments(payment, payments)} />
    </FormDialog>
  );
}

/** Later payments for a membership, such as the payment for an upgrade. They are not refunded with `payment`. */
function keptPayments(payment: MyPayment, payments: readonly MyPayment[]): MyPayment[] {
  if (payment.kind === 'purchase') return [];
  return payments.filter(
    (other) =>
      other.kind === 'subscription' &&
      other.status === 'paid' &&
      other.refundable.until === null &&
      other.refundable.code !== 'being_refunded' &&
      other.id !== payment.id &&
      Date.parse(other.paidAt) >= Date.parse(payment.paidAt),
  );
}

function KeptPayments({ payments }: { payments: readonly MyPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="font-semibold">Only the first payment of a membership is refunded. Not refunded:</p>
      <ul className="list-disc pl-5 tabular">
        {payments.map(({ id, description, amountCents, refundedCents, paidAt }) => (
          <li key={id}>
            {description}, {formatCents(amountCents - refundedCents)}, paid on {formatDate(paidAt)}
          </li>
        ))}
      </ul>
    </div>
  );
}
