import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SubscriptionPlan } from '../../../shared/enums.ts';
import type { PlanOffer } from '../../../shared/payments/billing.ts';
import { notReadyText } from '../../../shared/shop/product-content.ts';
import { planName } from '../../lib/labels.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import type { PaymentOutcome, Receipt } from './confirm-payment.ts';
import { PaymentReceipt } from './payment-receipt.tsx';
import { ResultLayout } from './result-layout.tsx';
import { DashboardLink, PlansLink } from './result-links.tsx';

type ConfirmedProps<Kind extends PaymentOutcome['kind']> = {
  outcome: Extract<PaymentOutcome, { kind: Kind }>;
  sessionId: string;
};

/** Payment Successful, for a product: what was bought, the amount, and the next steps. */
export function PurchaseConfirmed({ outcome, sessionId }: ConfirmedProps<'purchase'>) {
  const notReady = outcome.awaitsContent ? ` ${notReadyText}` : '';
  return (
    <ConfirmedLayout
      lead={`Your product has been added to your library.${notReady}`}
      link={<OpenPurchase outcome={outcome} />}
      nextSteps={purchaseSteps(outcome)}
    >
      <PaymentReceipt receipt={outcome.receipt} transactionId={sessionId} />
    </ConfirmedLayout>
  );
}

/** Payment Successful, for a membership. */
export function SubscriptionConfirmed({ outcome, sessionId }: ConfirmedProps<'subscription'>) {
  const { plan, receipt } = outcome;
  const { user } = useCurrentUser();
  const isCustom = plan === 'custom';
  const offers = trpc.payments.plans.useQuery(undefined, { enabled: receipt === null });
  return (
    <ConfirmedLayout
      lead={`Your ${planName(plan)} subscription is active.`}
      link={<OpenCoachingPlan />}
      nextSteps={[
        'Your library lists every coaching plan that your membership opens.',
        'Read the first pages of one today.',
      ]}
    >
      <PaymentReceipt
        receipt={receipt ?? planReceipt(plan, isCustom ? user?.customPlanAmount : undefined, offers.data)}
        itemTerm="Plan"
        // The membership may have been changed since this payment.
        itemName={receipt?.productName ?? (planName(plan) || undefined)}
        amountTerm={receipt ? 'Amount paid' : 'Price a month'}
        description={isCustom ? user?.customPlanDescription : undefined}
        transactionId={sessionId}
      />
    </ConfirmedLayout>
  );
}

type ConfirmedLayoutProps = {
  lead: string;
  /** Leads to what was bought. */
  link: ReactNode;
  nextSteps: readonly string[];
  /** The receipt. */
  children: ReactNode;
};

function ConfirmedLayout({ lead, link, nextSteps, children }: ConfirmedLayoutProps) {
  const steps = [
    ...nextSteps,
    'A question about this payment? Contact us and quote the transaction id above.',
  ];
  return (
    <ResultLayout
      picture="done"
      title="Payment Successful"
      lead={lead}
      actions={
        <>
          {link}
          <DashboardLink />
          <PlansLink>View All Plans</PlansLink>
        </>
      }
    >
      {children}
      <section className="print:hidden">
        <h2 className="text-lg font-semibold">What next</h2>
        <ol className="mt-3 flex list-decimal flex-col gap-2 pl-5 marker:text-muted marker:tabular">
          {steps.map((step) => (
            <li key={step} className="measure pl-1">
              {step}
            </li>
          ))}
        </ol>
        <p className="mt-4">
          <Link to="/billing" className="text-link">
            Receipts, refunds and your membership
          </Link>
        </p>
      </section>
    </ResultLayout>
  );
}

/** For buttons with the title of a product: the text wraps, because it may be wider than a phone. */
const longButton = `${buttonClass('primary')} whitespace-normal! text-center`;

/** A link to the purchased content, such as "Read Three-Bet Pots now", or to the library. */
function OpenPurchase({ outcome }: Pick<ConfirmedProps<'purchase'>, 'outcome'>) {
  const library = trpc.shop.listLibrary.useQuery(undefined, { enabled: !outcome.awaitsContent });
  const product = library.data?.find(({ id }) => id === outcome.productId);
  if (product?.type === 'pdf' && product.filePath !== null) {
    return (
      <Link to="/read/$kind/$id" params={{ kind: 'product', id: String(product.id) }} className={longButton}>
        Read {product.title} now
      </Link>
    );
  }
  if (product?.type === 'session') {
    return (
      <Link to="/coaching/$id" params={{ id: String(product.id) }} className={longButton}>
        Open {product.title} now
      </Link>
    );
  }
  return (
    <Link to="/coaching" className={longButton}>
      Open my library
    </Link>
  );
}

/** A link to the first coaching plan that the user may open, preferably one that requires a membership. */
function OpenCoachingPlan() {
  const plans = trpc.learning.listPlans.useQuery();
  const opened = plans.data?.filter(({ filePath }) => filePath !== '') ?? [];
  const first = opened.find(({ requiredPlan }) => requiredPlan !== 'free') ?? opened[0];
  if (!first) {
    return (
      <Link to="/coaching-pdfs" className={longButton}>
        See your coaching plans
      </Link>
    );
  }
  return (
    <Link to="/read/$kind/$id" params={{ kind: 'plan', id: String(first.pdfNumber) }} className={longButton}>
      Open coaching plan {first.pdfNumber}
      <span className="sr-only">: {first.title}</span>
    </Link>
  );
}

/**
 * The plan with its current price, for a payment that could not be read. Because of a promotion code, the amount paid
 * may have been lower.
 */
function planReceipt(
  plan: SubscriptionPlan | null,
  customAmount: number | null | undefined,
  offers: readonly PlanOffer[] | undefined,
): Receipt {
  const amountCents =
    plan === 'custom' ? customAmount : offers?.find((offer) => offer.plan === plan)?.priceCents;
  if (amountCents === undefined || amountCents === null) return null;
  return { productName: planName(plan), productType: 'subscription', amountCents };
}

function purchaseSteps({ awaitsContent, receipt }: ConfirmedProps<'purchase'>['outcome']): string[] {
  if (awaitsContent) {
    return ['Wait for our email: there is nothing to open yet.', 'Your purchase stays in your library.'];
  }
  if (receipt?.productType === 'pdf') {
    return [
      'Open your library and download the PDF.',
      'Download it again whenever you need to: it stays in your library.',
    ];
  }
  return ['Open your library: your purchase is listed there.', 'It stays in your library.'];
}
