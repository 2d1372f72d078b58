import { useId } from 'react';
import { type MyPayment, requestRefundInput } from '../../../shared/refunds.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { useBillingCall } from './use-billing-call.ts';

const schema = requestRefundInput.pick({ reason: true });

/** F3: one question, no obstacles; a person answers by mail. */
export function RefundRequestDialog({ payment, onClose }: { payment: MyPayment; onClose: () => void }) {
  const form = useFormFields({ initial: () => ({ reason: '' }), schema });
  const { busy, failure, start } = useBillingCall();
  const formId = useId();

  function submit() {
    if (busy) return;
    const input = form.check();
    if (!input) return;
    start(
      'Refund requested',
      async (client) => {
        await client.payments.requestRefund.mutate({ paymentId: payment.id, ...input });
        return { message: 'We have sent you a confirmation and answer by mail.' };
      },
      onClose,
      ({ fields }) => fields && form.showServerErrors(fields),
    );
  }

  return (
    <Dialog
      open
      onClose={busy ? () => undefined : onClose}
      dirty={form.values.reason !== ''}
      title="Request a refund?"
      description={`${payment.description}, ${formatCents(payment.amountCents)}, paid on ${formatDate(payment.paidAt)}`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Keep it
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Sending...">
            Request refund of {formatCents(payment.amountCents - payment.refundedCents)}
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        ref={form.formRef}
        noValidate
        aria-label="Refund request"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-4"
      >
        <TextAreaField
          {...form.field('reason')}
          label="Why do you want your money back?"
          hint="A few words are enough. They help us, and do not decide over your refund."
          maxLength={2_000}
        />
        <p className="measure text-sm text-muted">
          The money goes back the way it came, usually within 5 to 10 days. With a full refund your access to
          what you paid for ends.
        </p>
        <FormError title="Your request was not sent" {...formFailure(failure)} />
      </form>
    </Dialog>
  );
}
