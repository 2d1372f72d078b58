import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { type PaymentFacts, supportMailto } from './support-email.ts';

type LinkProps = { variant?: ButtonVariant };

/** The same target has several names: View All Plans, Back to Plans, Back to Subscription Plans, Try Again. */
export function PlansLink({ variant = 'secondary', children }: LinkProps & { children: ReactNode }) {
  return (
    <Link to="/subscription-plans" className={buttonClass(variant)}>
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

/** A prefilled e-mail; until a support address is set the way to us is the contact section. */
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
