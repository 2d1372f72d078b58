import { coachingPlanNumbers, defaultRequiredPlan, planOpens, type TierPlan } from '../access/tier-gate.ts';
import type { Difficulty, SubscriptionPlan } from '../enums.ts';
import { planNames } from '../payments/plan-names.ts';
import type { CoachingPdf } from '../shop/coaching-pdfs.ts';

/** Coaching plans are numbered from 1 to this number. */
export const coachingPlanCount = coachingPlanNumbers.length;

/** A coaching plan as its card on /coaching-pdfs shows it; with default values if no admin has saved it. */
export type ShownCoachingPlan = Omit<CoachingPdf, 'isPurchaseRequired' | 'createdAt' | 'updatedAt'>;

const difficultyOf: Record<TierPlan, Difficulty> = {
  free: 'beginner',
  silver: 'beginner',
  gold: 'intermediate',
  diamond: 'advanced',
};

/** Required plan and difficulty of a coaching plan that no admin has saved yet. */
export function coachingPlanDefaults(pdfNumber: number): { requiredPlan: TierPlan; difficulty: Difficulty } {
  const requiredPlan = defaultRequiredPlan(pdfNumber);
  return { requiredPlan, difficulty: difficultyOf[requiredPlan] };
}

function upgradeHint(requiredPlan: TierPlan, currentPlan: SubscriptionPlan): string {
  if (!planOpens(currentPlan, requiredPlan)) {
    return ` Upgrade your membership to ${planNames[requiredPlan]} or higher to unlock it.`;
  }
  return currentPlan === 'free' ? ' Upgrade your membership to unlock the advanced plans.' : '';
}

/** The card of a coaching plan that no admin has saved yet. */
export function coachingPlanPlaceholder(pdfNumber: number, currentPlan: SubscriptionPlan): ShownCoachingPlan {
  const defaults = coachingPlanDefaults(pdfNumber);
  return {
    id: `placeholder-${pdfNumber}`,
    pdfNumber,
    title: `Coaching Plan ${pdfNumber}`,
    // Also shown where memberships are bought, so it says that there is nothing to open yet.
    description: `This coaching plan is being prepared.${upgradeHint(defaults.requiredPlan, currentPlan)}`,
    ...defaults,
    filePath: '',
    accessible: planOpens(currentPlan, defaults.requiredPlan),
    hasFile: false,
  };
}

/** One card for each number in order, with placeholders for missing ones. */
export function coachingPlanCards(
  stored: readonly ShownCoachingPlan[],
  currentPlan: SubscriptionPlan,
): ShownCoachingPlan[] {
  const byNumber = new Map(stored.map((card) => [card.pdfNumber, card]));
  return Array.from(
    { length: coachingPlanCount },
    (_, index) => byNumber.get(index + 1) ?? coachingPlanPlaceholder(index + 1, currentPlan),
  );
}
