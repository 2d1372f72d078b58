import type { MySubscription, PlanOffer } from '../../../shared/payments/billing.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import type { PlanChoice } from './plan-choice.ts';

/** What the user pays each month, a price that was announced to them, and the price of a scheduled downgrade. */
export type OwnPrice = Pick<
  MySubscription,
  'priceCents' | 'announcedPriceCents' | 'announcedFrom' | 'pendingPriceCents'
>;

/** What the plan costs today and at renewals, as a sentence. */
export function planTerms(
  { plan, priceCents }: Pick<PlanOffer, 'plan' | 'priceCents'>,
  choice: PlanChoice,
  own: OwnPrice | undefined,
): string {
  if (plan === 'free') return 'With every account. No card needed.';
  const price = formatCents(priceCents);
  switch (choice.kind) {
    case 'current':
      if (choice.endsAt) return `Paid until ${formatDate(choice.endsAt)}, then it ends.`;
      if (own && own.priceCents !== null && own.announcedPriceCents !== null) {
        return `${formatCents(own.priceCents)} every month, ${formatCents(own.announcedPriceCents)} for renewals from ${formatDate(own.announcedFrom)}.`;
      }
      if (own && own.priceCents !== null && own.priceCents !== priceCents) {
        return `You keep your price: ${formatCents(own.priceCents)} every month.`;
      }
      return `${price} every month until you cancel.`;
    case 'upgrade':
      return `The difference today, then ${price} every month.`;
    case 'downgrade':
      return `Nothing today, ${price} every month once it begins.`;
    case 'scheduled':
      return `Nothing today, ${formatCents(own?.pendingPriceCents ?? priceCents)} every month once it begins.`;
    case 'granted':
    case 'included':
      return 'You are not charged for this membership here.';
    default:
      return `${price} today, then ${price} every month until you cancel.`;
  }
}
