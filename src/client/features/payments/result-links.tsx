import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PaymentErrorReason } from '../../../shared/payments/payment-errors.ts';
import { formatCents } from '../../lib/format.ts';
import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

type LinkProps = { variant?: ButtonVariant };

type PlansLinkProps = LinkProps & {
  /** A promotion code and the plan that it is for. */
  search?: { code?: string; plan?: string };
  children: ReactNode;
};

export function PlansLink({ variant = 'secondary', search = {}, children }: PlansLinkProps) {
  return (
    <Link to="/subscription-plans" search={search} className={buttonClass(variant)}>
      {children}
    </Link>
  );
}

export function DashboardLink({ variant = 'secondary' }: LinkProps) {
  return (
    <Link to="/coaching-dashboard" className={buttonClass(variant)}>
      Continue to Dashboard
    </Link>
  );
}

/** Opens a prefilled email, or the contact section if the academy has no support email. */
export function ContactLink({ variant = 'secondary', about = {} }: LinkProps & { about?: PaymentFacts }) {
  const { supportEmail } = useSiteSettings();
  if (supportEmail) {
    return (
      <a href={supportMailto(supportEmail, about)} className={buttonClass(variant)}>
        Contact Support
      </a>
    );
  }
  return (
    <Link to="/" hash="contact" className={buttonClass(variant)}>
      Contact Support
    </Link>
  );
}

export function ShopLink({ variant = 'secondary' }: LinkProps) {
  return (
    <Link to="/products" className={buttonClass(variant)}>
      Back to the shop
    </Link>
  );
}

type PaymentFacts = {
  reason?: PaymentErrorReason | undefined;
  plan?: string | undefined;
  amountCents?: number | undefined;
  sessionId?: string | undefined;
};

/** A `mailto:` URL that describes the payment for support. */
export function supportMailto(
  address: string,
  { reason, plan, amountCents, sessionId }: PaymentFacts,
): string {
  const lines = [
    'Please help me with this payment:',
    '',
    ...(reason ? [`Reason: ${reason}`] : []),
    ...(plan ? [`Plan: ${plan}`] : []),
    ...(amountCents === undefined ? [] : [`Amount: ${formatCents(amountCents)}`]),
    ...(sessionId ? [`Session ID: ${sessionId}`] : []),
    '',
    '',
  ];
  // Email programs do not decode plus signs, so URLSearchParams cannot be used. RFC 6068 requires CRLF.
  const encode = encodeURIComponent;
  return `mailto:${encode(address).replace('%40', '@')}?subject=${encode('Payment issue')}&body=${encode(lines.join('\r\n'))}`;
}
