import { Link } from '@tanstack/react-router';
import type { PaymentDetails } from '../../../../shared/payments/payment-details.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import type { DescriptionItem } from '../../../ui/description-list.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { policyText } from './payment-labels.ts';

export function paymentFacts(page: PaymentDetails): DescriptionItem[] {
  const { payment, product, promotion } = page;
  const isPaid = payment.status !== 'failed';
  return [
    { term: 'Gross', detail: formatCents(isPaid ? payment.amountCents : 0) },
    ...(payment.taxCents > 0
      ? [{ term: 'Tax included', detail: `${formatCents(payment.taxCents)}, calculated by Stripe` }]
      : []),
    {
      term: 'Refunded',
      detail:
        payment.pendingCents > 0
          ? `${formatCents(payment.refundedCents)}, and ${formatCents(payment.pendingCents)} on its way`
          : formatCents(payment.refundedCents),
    },
    ...(payment.lostCents > 0
      ? [{ term: 'Lost in the dispute', detail: formatCents(payment.lostCents) }]
      : []),
    {
      term: 'Net',
      detail: (
        <>
          <span className="font-semibold">
            {formatCents(isPaid ? payment.amountCents - payment.refundedCents - payment.lostCents : 0)}
          </span>
          <span className="text-sm text-muted"> before Stripe’s fees</span>
        </>
      ),
    },
    {
      term: 'Code',
      detail: promotion ? (
        <>
          <code className="font-mono text-sm">{promotion.code}</code>, {formatCents(promotion.discountCents)}{' '}
          off
        </>
      ) : (
        'None'
      ),
    },
    {
      term: payment.kind === 'purchase' ? 'Product' : 'Membership',
      detail: product ? (
        <>
          <Link to="/products/$id" params={{ id: String(product.id) }} className={adminLinkClass}>
            {product.title}
          </Link>{' '}
          <code className="font-mono text-xs text-muted">{product.key}</code>
        </>
      ) : (
        payment.description
      ),
    },
    { term: 'The student can open', detail: accessText(page) },
    ...(payment.status === 'paid' ? [{ term: 'Refund policy', detail: policyText(payment.refundable) }] : []),
    ...(page.statementDescriptor === null
      ? []
      : [{ term: 'On the card statement', detail: page.statementDescriptor }]),
    { term: 'Receipt', detail: <Receipts page={page} /> },
    ...(page.stripeUrl === null
      ? []
      : [
          {
            term: 'At Stripe',
            detail: <ExternalLink href={page.stripeUrl}>Open in Stripe’s dashboard</ExternalLink>,
          },
        ]),
    { term: 'Payment id', detail: <code className="font-mono text-xs">{payment.id}</code> },
  ];
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={adminLinkClass}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Receipts({ page: { receiptUrl, invoicePdfUrl } }: { page: PaymentDetails }) {
  if (receiptUrl === null && invoicePdfUrl === null) return <span className="text-muted">None</span>;
  return (
    <span className="flex flex-wrap gap-x-4">
      {receiptUrl !== null && <ExternalLink href={receiptUrl}>Stripe’s receipt</ExternalLink>}
      {invoicePdfUrl !== null && <ExternalLink href={invoicePdfUrl}>Invoice as PDF</ExternalLink>}
    </span>
  );
}

/** What the payer can open now because of the payment. */
function accessText({ access, product, payment }: PaymentDetails): string {
  const { state, plan, until } = access;
  const name = planName(plan);
  switch (state) {
    case 'open':
      if (product) return `${product.title}, for good`;
      return until === null ? payment.description : `${name}, until ${formatDate(until)}`;
    case 'not_ready':
      return 'Nothing yet: the product has no content. The student gets an email when it does.';
    case 'suspended':
      return 'Suspended while the bank decides on the payment.';
    case 'ended':
      return 'Nothing: access has ended.';
    case 'over':
      return `Nothing: ${name} was paid until ${formatDate(until)}.`;
    case 'on_hold':
      return 'Nothing yet: the purchase was not delivered.';
    case 'unpaid':
      return 'Nothing: the payment did not go through.';
    case 'gone':
      return 'Nothing: the product no longer exists.';
  }
}
