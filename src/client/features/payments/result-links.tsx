import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from '../../ui/button.tsx';
import { plansPath } from './plan-name.ts';

type LinkProps = { variant?: ButtonVariant };

/** The same target has several names in S2 §2: View All Plans, Back to Plans, Back to Subscription Plans, Try Again. */
export function PlansLink({ variant = 'secondary', children }: LinkProps & { children: ReactNode }) {
  return (
    <Link to={plansPath} className={buttonClass(variant)}>
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

/** Until a support address is set the way to us is the contact section (D-16). */
export function ContactLink({ variant = 'secondary' }: LinkProps) {
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
