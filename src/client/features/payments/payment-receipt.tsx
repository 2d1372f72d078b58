import { formatCents } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import type { Receipt } from './confirm-payment.ts';

export type PaymentReceiptProps = {
  receipt: Receipt;
  /** The label of the item's name, such as "Product" or "Plan". */
  itemTerm?: string;
  /** Replaces the name in the receipt. */
  itemName?: string | undefined;
  /** The label of the amount. */
  amountTerm?: string;
  description?: string | null | undefined;
  transactionId: string;
};

/**
 * Item, amount, description and transaction id. Without a receipt, a sentence says that the amount could not be loaded.
 */
export function PaymentReceipt({
  receipt,
  itemTerm = 'Product',
  itemName = receipt?.productName,
  amountTerm = 'Amount paid',
  description,
  transactionId,
}: PaymentReceiptProps) {
  const items: DescriptionItem[] = [];
  if (itemName) items.push({ term: itemTerm, detail: <span className="font-semibold">{itemName}</span> });
  if (receipt) {
    const amount = receipt.amountCents === 0 ? 'Free' : formatCents(receipt.amountCents);
    items.push({ term: amountTerm, detail: <span className="font-semibold">{amount}</span> });
  }
  if (description) items.push({ term: 'Description', detail: description });
  items.push({ term: 'Transaction id', detail: <TransactionId id={transactionId} /> });
  return (
    <Card className="py-2 sm:py-4">
      <DescriptionList items={items} />
      {!receipt && (
        <p className="border-t border-border py-2.5 text-sm text-muted">
          The amount could not be loaded just now. This changes nothing about your payment.
        </p>
      )}
    </Card>
  );
}

export function TransactionId({ id }: { id: string }) {
  return <span className="font-mono text-sm break-all select-all">{id}</span>;
}
