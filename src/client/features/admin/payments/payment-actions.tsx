import { useState } from 'react';
import type { PaymentDetails } from '../../../../shared/payments/payment-details.ts';
import type { AdminRefundRequest, PurchaseOnHold } from '../../../../shared/payments/refunds.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { AdminErrorState } from '../admin-query-view.tsx';
import { takeProductBack } from '../take-product-back.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { DeclineRefundDialog } from './refund-decline-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RereadButton } from './refund-history.tsx';

export function PaymentActions({ page }: { page: PaymentDetails }) {
  const { payment, heldReason, access } = page;
  const { client } = trpc.useUtils();
  // Each state contains the purchase or request of its dialog, so that the dialog and its error stay on the page after
  // another admin has decided about that purchase or request.
  const [refunding, setRefunding] = useState<{ requestId: string | undefined }>();
  const [delivering, setDelivering] = useState<PurchaseOnHold>();
  const [declining, setDeclining] = useState<AdminRefundRequest>();
  const [revoking, setRevoking] = useState<AdminAction>();
  const held = trpc.admin.payments.purchasesOnHold.useQuery(
    { paymentId: payment.id },
    { enabled: heldReason !== null },
  );
  const requests = trpc.admin.payments.refundRequests.useQuery({ paymentId: payment.id });
  const failed = [held, requests].find(({ error, data }) => error && !data);
  const onHold = held.data?.items[0];
  const request = requests.data?.items.find(({ status }) => status === 'open');
  const isRefundable = payment.status === 'paid';
  const isOpen = access.state === 'open' || access.state === 'not_ready';
  const keptPurchase = payment.status === 'refunded' && isOpen ? payment.purchaseId : null;

  function takeBack(purchaseId: string) {
    const { description: title, userName: ownerName } = payment;
    setRevoking(takeProductBack(client, { purchaseId, title, ownerName }));
  }

  return (
    <>
      {failed && (
        <div className="mb-6">
          <AdminErrorState
            title="The purchase on hold or the refund request could not be loaded"
            query={failed}
          />
        </div>
      )}
      {request && (
        <p className="mb-4 measure border-l-2 border-warning pl-3 wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">The student asks for a refund: </span>
          {request.reason}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {onHold?.obstacle === null && <Button onClick={() => setDelivering(onHold)}>Deliver...</Button>}
        {(isRefundable || payment.refunds.length > 0) && (
          <Button
            variant={isRefundable ? 'primary' : 'secondary'}
            onClick={() => setRefunding({ requestId: request?.id })}
          >
            {isRefundable ? 'Refund...' : 'Show refunds'}
          </Button>
        )}
        {request && (
          <Button variant="secondary" onClick={() => setDeclining(request)}>
            Decline refund request...
          </Button>
        )}
        {keptPurchase !== null && (
          <Button variant="secondary" onClick={() => takeBack(keptPurchase)}>
            Take the product back...
          </Button>
        )}
        {payment.status !== 'failed' && <RereadButton paymentId={payment.id} />}
      </div>
      {onHold?.obstacle && <p className="mt-3 measure">{onHold.obstacle}</p>}
      {refunding && (
        <RefundDialog paymentId={payment.id} {...refunding} onClose={() => setRefunding(undefined)} />
      )}
      {delivering && <DeliverDialog purchase={delivering} onClose={() => setDelivering(undefined)} />}
      {revoking && <ActionDialog action={revoking} onClose={() => setRevoking(undefined)} />}
      {declining && <DeclineRefundDialog request={declining} onClose={() => setDeclining(undefined)} />}
    </>
  );
}
