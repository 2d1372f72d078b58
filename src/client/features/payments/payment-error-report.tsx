import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { paymentErrors, type readPaymentErrorQuery } from '../../../shared/payments/payment-errors.ts';
import { phoneUrl } from '../../../shared/site-settings.ts';
import { formatCents } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { TransactionId } from './payment-receipt.tsx';
import { ResultLayout } from './result-layout.tsx';
import { ContactLink, PlansLink, ShopLink } from './result-links.tsx';

export type PaymentErrorReportProps = ReturnType<typeof readPaymentErrorQuery>;

/** Why a payment failed or was canceled, and what to do about it. */
export function PaymentErrorReport({
  reason,
  plan,
  amountCents,
  sessionId,
  productId,
  promotionCode: code,
}: PaymentErrorReportProps) {
  const { title, description, details, action } = paymentErrors[reason];
  const { supportPhone } = useSiteSettings();
  const { data: product } = trpc.shop.getProduct.useQuery(
    { id: productId ?? '' },
    { enabled: productId !== undefined },
  );
  const hasToasted = useRef(false);

  useEffect(() => {
    if (hasToasted.current) return;
    hasToasted.current = true;
    // A canceled payment is not an error.
    showToast({ title, description, tone: reason === 'cancelled' ? 'neutral' : 'danger' });
  }, [reason, title, description]);

  const items: DescriptionItem[] = [];
  if (plan) items.push({ term: 'Plan', detail: planName(plan) });
  if (amountCents !== undefined) items.push({ term: 'Amount', detail: formatCents(amountCents) });
  if (sessionId) items.push({ term: 'Error reference', detail: <TransactionId id={sessionId} /> });

  return (
    <ResultLayout
      picture="empty"
      title={title}
      lead={description}
      actions={
        <>
          {product && (
            <Link
              to="/products/$id"
              params={{ id: String(product.id) }}
              search={code ? { code } : {}}
              className={`${buttonClass('primary')} whitespace-normal! text-center`}
            >
              Back to {product.title}
            </Link>
          )}
          <PlansLink variant={product ? 'secondary' : 'primary'} search={code && plan ? { code, plan } : {}}>
            Try Again
          </PlansLink>
          {!plan && <ShopLink />}
          <ContactLink about={{ reason, plan, amountCents, sessionId }} />
        </>
      }
    >
      <section>
        <h2 className="text-lg font-semibold">What happened</h2>
        <p className="mt-1 measure">{details}</p>
      </section>
      {items.length > 0 && (
        <section>
          <h2 className="mb-3 text-lg font-semibold">Payment details</h2>
          <Card className="py-2 sm:py-4">
            <DescriptionList items={items} />
          </Card>
        </section>
      )}
      <section>
        <h2 className="text-lg font-semibold">What you can do</h2>
        <ul className="mt-3 flex flex-col gap-3">
          <Suggestion title="Try Again">{action}</Suggestion>
          {reason === 'payment_failed' && (
            <Suggestion title="Check Your Payment Method">
              Make sure that the card has not expired, has enough funds and can be used for online payments,
              or use another card.
            </Suggestion>
          )}
          <Suggestion title="Contact Support">
            {sessionId
              ? 'Write to us and quote the error reference above.'
              : 'Write to us and tell us when you tried to pay and what for.'}
          </Suggestion>
          {supportPhone && (
            <Suggestion title="Call Us">
              <a href={phoneUrl(supportPhone)} className="text-link">
                {supportPhone}
              </a>
            </Suggestion>
          )}
        </ul>
      </section>
    </ResultLayout>
  );
}

function Suggestion({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-l-2 border-border pl-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="measure text-muted">{children}</p>
    </li>
  );
}
