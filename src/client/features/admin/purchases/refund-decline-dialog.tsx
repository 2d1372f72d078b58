import { useState } from 'react';
import { type AdminRefundRequest, declineRefundInput } from '../../../../shared/refunds.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSingleRun } from '../use-single-run.ts';
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
  const { running, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const form = useFormFields({ initial: () => ({ answer: '' }), schema });

  const decline = () =>
    run(async () => {
      setFailure(undefined);
      const values = form.check();
      if (!values) return;
      try {
        await utils.client.payments.adminDeclineRefund.mutate({
          requestId: request.id,
          answer: values.answer,
        });
      } catch (error) {
        setFailure(describeError(error));
        await refresh();
        return;
      }
      onClose();
      showToast({ title: 'Request declined', description: 'The student is told by mail.', tone: 'success' });
      await refresh();
    });

  return (
    <Dialog
      open
      onClose={() => {
        if (!running) onClose();
      }}
      dirty={form.values.answer !== ''}
      title={`Decline the refund for ${request.payment.userName}?`}
      description={
        request.payment.refundable.until
          ? 'By our own policy this payment is refundable. Decline only with a good reason.'
          : request.payment.refundable.reason
      }
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={running} busyLabel="Declining..." onClick={() => void decline()}>
            Decline request
          </Button>
        </>
      )}
    >
      <form
        ref={form.formRef}
        noValidate
        aria-label="Answer"
        onSubmit={(event) => {
          event.preventDefault();
          void decline();
        }}
        className="flex flex-col gap-4"
      >
        <TextAreaField {...form.field('answer')} label="Answer to the student" rows={5} />
        <FormError title="The request could not be declined" {...formFailure(failure)} />
      </form>
    </Dialog>
  );
}
