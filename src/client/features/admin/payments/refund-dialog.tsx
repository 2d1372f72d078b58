import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { centsToDollarsInput, parseDollars } from '../../../../shared/dollar-input.ts';
import type { AdminPayment, AdminRefundInput } from '../../../../shared/payments/refunds.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { type ErrorText, mayHaveSucceeded } from '../../../lib/error-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { AdminErrorState } from '../admin-query-view.tsx';
import { useRefresh } from '../use-refresh.ts';
import { policyText } from './payment-labels.ts';
import { type RefundValues, readRefund, refundFormSchema } from './refund-draft.ts';
import { RefundHistory } from './refund-history.tsx';

export type RefundDialogProps = {
  paymentId: string;
  /** The id of the student's open refund request, if any. The refund also accepts that request. */
  requestId?: string | undefined;
  onClose: () => void;
};

/** Refunds a payment in full or in part. The admin also chooses whether access and renewal end. */
export function RefundDialog({ paymentId, requestId, onClose }: RefundDialogProps) {
  const payment = trpc.admin.payments.get.useQuery({ paymentId });
  if (payment.data) {
    return (
      <RefundForm key={payment.data.id} payment={payment.data} requestId={requestId} onClose={onClose} />
    );
  }
  return (
    <Dialog onClose={onClose} title="Refund this payment?">
      {payment.error ? (
        <AdminErrorState title="The payment could not be loaded" query={payment} />
      ) : (
        <SkeletonRegion label="Loading the payment...">
          <Skeleton className="h-36" />
          <Skeleton className="mt-4 h-44" />
        </SkeletonRegion>
      )}
    </Dialog>
  );
}

type RefundFormProps = Omit<RefundDialogProps, 'paymentId'> & { payment: AdminPayment };

function RefundForm({ payment, requestId, onClose }: RefundFormProps) {
  const committed = payment.refundedCents + payment.pendingCents;
  const leftCents = payment.amountCents - committed;
  const canRefund = leftCents > 0 && payment.status === 'paid';
  const { client } = trpc.useUtils();
  const formId = useId();
  // Each is undefined until the admin changes its checkbox. By default, both checkboxes are on if the amount is
  // everything that is not refunded yet. For a membership payment of a past period, both are off by default, because
  // its refund should not end access in the current period.
  const [endAccess, setEndAccess] = useState<boolean>();
  const [endRenewal, setEndRenewal] = useState<boolean>();
  const all = centsToDollarsInput(leftCents);
  const form = useFormFields({
    initial: (): RefundValues => ({ amount: all, reason: '' }),
    schema: refundFormSchema(leftCents),
  });
  const isFull = parseDollars(form.values.amount) === leftCents;
  const isOver = payment.coversUntil !== null && Date.parse(payment.coversUntil) <= serverNow();
  const endsByDefault = isFull && !isOver;
  const ends = { access: endAccess ?? endsByDefault, renewal: endRenewal ?? endsByDefault };

  const refund = useAction(
    useMutation({
      async mutationFn(input: AdminRefundInput) {
        await client.admin.payments.refund.mutate(input);
        try {
          // Reads the payment from Stripe again, because the response to `refund` shows the refund as pending.
          return await client.admin.payments.reread.mutate({ paymentId: payment.id });
        } catch {
          // The refund was sent; only its outcome is unknown.
          return undefined;
        }
      },
      onSuccess(after) {
        showToast({ ...outcomeOf(after), tone: 'success' });
        onClose();
      },
      onSettled: useRefresh().onSettled,
    }),
    { form, fieldNames: { amountCents: 'amount' } },
  );
  const unknownOutcome = unknownOutcomeOf(refund.failure);

  const send = () =>
    refund.submit(() => {
      const values = form.check();
      return (
        values && {
          paymentId: payment.id,
          ...readRefund(values),
          endAccess: ends.access,
          endRenewal: payment.kind === 'subscription' && (ends.renewal || ends.access),
          expectedCommittedCents: committed,
          requestId,
        }
      );
    });

  return (
    <Dialog
      onClose={onClose}
      busy={refund.isPending}
      size="large"
      dirty={canRefund && (form.values.reason !== '' || form.values.amount !== all)}
      title={canRefund ? 'Refund this payment?' : 'Refunds of this payment'}
      footer={(requestClose) =>
        canRefund ? (
          <>
            <Button variant="secondary" onClick={requestClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="danger"
              busy={refund.isPending}
              busyLabel="Refunding..."
            >
              {refundLabel(parseDollars(form.values.amount), leftCents)}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={requestClose}>
            Close
          </Button>
        )
      }
    >
      <DescriptionList items={factsOf(payment)} />
      {payment.refunds.length > 0 && <RefundHistory payment={payment} />}
      {canRefund ? (
        <Form
          id={formId}
          ref={form.formRef}
          aria-label="Refund"
          onSubmit={send}
          className="mt-6 flex flex-col gap-4"
        >
          <TextField
            {...form.field('amount')}
            label="Amount in dollars"
            hint={`At most ${formatCents(leftCents)}`}
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            {...form.field('reason')}
            label="Reason"
            hint="For the payment’s history; the student does not see it"
            autoComplete="off"
          />
          <CheckboxField
            label="Also end access"
            hint={
              payment.kind === 'purchase'
                ? 'The student loses the product and may buy it again. Notes and progress stay.'
                : 'The subscription ends immediately.'
            }
            checked={ends.access}
            onChange={(event) => setEndAccess(event.currentTarget.checked)}
          />
          {payment.kind === 'subscription' && (
            <CheckboxField
              label="Also end renewal"
              hint="Nothing more is charged; access stays until the end of the paid period, unless you end it above."
              checked={ends.renewal || ends.access}
              disabled={ends.access}
              onChange={(event) => setEndRenewal(event.currentTarget.checked)}
            />
          )}
        </Form>
      ) : (
        <Notice className="mt-6">{notRefundableReason(payment)}</Notice>
      )}
      {/* The error is outside of the form, which disappears if the pending refund leaves nothing to refund. */}
      <div className="mt-4 empty:hidden">
        <FormError
          title={
            unknownOutcome
              ? 'It is not known yet whether the refund went through'
              : 'The refund did not go through'
          }
          message={unknownOutcome ?? refund.failure?.message}
          failure={refund.failure}
        />
      </div>
    </Dialog>
  );
}

/** The label of the button, such as "Refund $4.00". */
function refundLabel(cents: number | undefined, leftCents: number): string {
  if (cents === leftCents) return `Refund all ${formatCents(leftCents)}`;
  return cents === undefined || cents < 1 || cents > leftCents ? 'Refund' : `Refund ${formatCents(cents)}`;
}

/** The message after a refund was sent. @param after - the payment as it is now; undefined if it could not be read */
function outcomeOf(after: AdminPayment | undefined) {
  if (!after) {
    return {
      title: 'Refund sent',
      description:
        'Its outcome could not be read yet. It is checked again automatically: do not send it again.',
    };
  }
  return after.pendingCents > 0
    ? {
        title: 'Refund on its way',
        description: 'It is added to the refunded amount when Stripe confirms it.',
      }
    : {
        title: 'Refunded',
        description: `${formatCents(after.refundedCents)} of ${formatCents(after.amountCents)} refunded.`,
      };
}

/** The advice after a failure that does not show whether the refund was made; undefined for other failures. */
function unknownOutcomeOf(failure: ErrorText | undefined): string | undefined {
  if (failure?.code === 'payments_unavailable') {
    return 'Stripe gave no clear answer. The refund counts as on its way and is checked again automatically: do not send it a second time.';
  }
  return mayHaveSucceeded(failure)
    ? 'The academy gave no clear answer. Before you try again, reload this page and check whether the refund is listed.'
    : undefined;
}

function factsOf(payment: AdminPayment) {
  return [
    { term: 'Paid by', detail: `${payment.userName}${payment.userEmail ? `, ${payment.userEmail}` : ''}` },
    { term: 'For', detail: payment.description },
    { term: 'Paid', detail: `${formatCents(payment.amountCents)} on ${formatDate(payment.paidAt)}` },
    { term: 'Refunded', detail: formatCents(payment.refundedCents) },
    ...(payment.pendingCents > 0 ? [{ term: 'On its way', detail: formatCents(payment.pendingCents) }] : []),
    { term: 'Refund policy', detail: policyText(payment.refundable) },
  ];
}

function notRefundableReason(payment: AdminPayment): string {
  switch (payment.status) {
    case 'disputed':
      return 'This payment is disputed. It cannot be refunded until the bank has decided.';
    case 'lost':
      return 'This payment was lost in a dispute.';
    case 'failed':
      return 'This payment did not go through.';
    default:
      return 'Nothing is left to refund.';
  }
}
