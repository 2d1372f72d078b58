import { createPortal } from 'react-dom';
import { dayText } from '../../../shared/day-text.ts';
import { discountText } from '../../../shared/payments/receipt-texts.ts';
import type { MyPayment } from '../../../shared/payments/refunds.ts';
import { fullName } from '../../../shared/person-name.ts';
import { sellerText } from '../../../shared/site-settings.ts';
import { formatCents } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { type DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { useSiteSettings } from '../settings/use-site-settings.ts';

export function ReceiptDialog({ payment, onClose }: { payment: MyPayment; onClose: () => void }) {
  const items = useReceiptItems(payment);
  const list = <DescriptionList items={items} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Receipt"
      footer={
        <>
          {payment.receiptUrl && (
            <a
              href={payment.receiptUrl}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('secondary')}
            >
              Receipt of the payment provider<span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          <Button onClick={() => window.print()}>Print</Button>
        </>
      }
    >
      {list}
      {createPortal(
        // Printed on its own; see the print rule in styles.css.
        <div data-print-alone className="hidden p-8 print:block">
          <h1 className="mb-4 text-2xl font-bold">Receipt</h1>
          {list}
        </div>,
        document.body,
      )}
    </Dialog>
  );
}

function useReceiptItems(payment: MyPayment): DescriptionItem[] {
  const { user } = useCurrentUser();
  const settings = useSiteSettings();
  // A server of the previous version sends neither field.
  const discount = discountText(payment.promotionCode ?? null, payment.discountCents ?? 0);
  const buyer = user ? [fullName(user.firstName, user.lastName), user.email].filter(Boolean) : [];
  return [
    { term: 'Receipt number', detail: <span className="font-mono text-sm break-all">{payment.id}</span> },
    { term: 'Date', detail: `${dayText(payment.paidAt)} (UTC)` },
    { term: 'Seller', detail: sellerText(settings) },
    { term: 'Buyer', detail: buyer.join(', ') },
    { term: 'Product', detail: <span className="font-semibold">{payment.description}</span> },
    { term: 'Amount paid', detail: `${formatCents(payment.amountCents)}, in US dollars` },
    ...(discount === null ? [] : [{ term: 'Discount', detail: discount }]),
    ...(payment.taxCents > 0 ? [{ term: 'Tax included', detail: formatCents(payment.taxCents) }] : []),
    ...(payment.refundedCents > 0 ? [{ term: 'Refunded', detail: formatCents(payment.refundedCents) }] : []),
    { term: 'On your statement', detail: payment.statementDescriptor ?? settings.statementDescriptor },
  ];
}
