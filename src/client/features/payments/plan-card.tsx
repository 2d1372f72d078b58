import type { ReactNode } from 'react';
import { coachingPlanNumbers } from '../../../shared/access/tier-gate.ts';
import type { PlanOffer } from '../../../shared/payments/billing.ts';
import type { PromotionPreview } from '../../../shared/payments/promotion-codes.ts';
import { countText } from '../../lib/count-text.ts';
import { formatCents } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RangeGrid } from '../../ui/range-grid.tsx';
import type { PlanChoice } from './plan-choice.ts';
import { type OwnPrice, planTerms } from './plan-terms.ts';

export type PlanCardProps = {
  offer: PlanOffer;
  choice: PlanChoice;
  /** The prices of the user's subscription; undefined if the subscription is not known. */
  ownPrice: OwnPrice | undefined;
  /** The discount of a code on the first payment of this plan. */
  promotion?: PromotionPreview | undefined;
  action: ReactNode;
};

/** A membership tier: the first and later payments, and what it includes. */
export function PlanCard({ offer, choice, ownPrice, promotion, action }: PlanCardProps) {
  // A server of the previous version sends neither `ownRanges` nor `shareLinks`.
  const { plan, priceCents, opens, storedHands, ownRanges = 0, shareLinks = 0, questions } = offer;
  const isMine = choice.kind === 'current' || choice.kind === 'granted';
  return (
    <Card as="li" padded={false} className={classNames('flex flex-col', isMine && 'border-primary')}>
      <div className="flex items-end justify-between gap-4 rounded-t-card bg-sunken p-4 max-[20rem]:flex-wrap">
        <RangeGrid
          variant="progress"
          ratio={opens.length / coachingPlanNumbers.length}
          className="w-20 shrink-0"
        />
        <PlanBadge choice={choice} />
      </div>
      <div className="flex flex-1 flex-col gap-4 p-4">
        <div>
          <h2 className="text-xl font-semibold">{planName(plan)}</h2>
          <p className="mt-1 tabular">
            <span className="text-2xl font-bold">{priceCents === 0 ? 'Free' : formatCents(priceCents)}</span>
            {priceCents > 0 && <span className="text-muted"> a month</span>}
          </p>
          {/* At least two lines tall, so that the content below is aligned across all cards. */}
          <p className="mt-1 text-sm text-muted tabular sm:min-h-10.5">
            {promotion
              ? `${formatCents(promotion.totalCents)} today with ${promotion.code}, then ${formatCents(priceCents)} every month until you cancel.`
              : planTerms(offer, choice, ownPrice)}
          </p>
        </div>
        <IncludedPlans numbers={opens} />
        <p className="text-sm text-muted tabular">
          Stores {storedHands.toLocaleString('en-US')} of your hands
          {ownRanges > 0 && (
            <span className="block">Stores {ownRanges.toLocaleString('en-US')} of your own ranges</span>
          )}
          {shareLinks > 0 && (
            <span className="block">{countText(shareLinks, 'open link')} to your hands</span>
          )}
          {questions > 0 && (
            <span className="block">{countText(questions, 'question')} a month to the coach</span>
          )}
        </p>
        <div className="mt-auto grid pt-2">{action}</div>
      </div>
    </Card>
  );
}

function PlanBadge({ choice }: { choice: PlanChoice }) {
  switch (choice.kind) {
    case 'current':
      return choice.endsAt ? (
        <Badge tone="warning" className="whitespace-normal!">
          Your membership, ending
        </Badge>
      ) : (
        <Badge tone="primary">Your membership</Badge>
      );
    case 'granted':
      return <Badge tone="primary">Your membership</Badge>;
    case 'scheduled':
      return <Badge tone="accent">Next</Badge>;
    default:
      return null;
  }
}

/** The coaching plans by number. Those that the tier opens are highlighted. */
function IncludedPlans({ numbers }: { numbers: readonly number[] }) {
  const last = numbers.at(-1);
  const isConsecutive = last === numbers.length && numbers.length > 1;
  const named = isConsecutive
    ? `plans 1–${last}`
    : `${numbers.length === 1 ? 'plan' : 'plans'} ${numbers.join(', ')}`;
  return (
    <div>
      <p className="text-sm font-semibold">
        {numbers.length === 0 ? 'Opens no coaching plans' : `Opens coaching ${named}`}
      </p>
      <ol aria-hidden="true" className="mt-2 grid grid-cols-5 gap-1 font-mono text-sm">
        {coachingPlanNumbers.map((number) => (
          <li
            key={number}
            className={classNames(
              'grid h-8 place-items-center rounded-control',
              numbers.includes(number)
                ? 'bg-primary-soft font-semibold text-primary-text'
                : 'border border-dashed border-border text-subtle',
            )}
          >
            {number}
          </li>
        ))}
      </ol>
    </div>
  );
}
