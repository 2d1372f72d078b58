import {
  coachingPlanNumbers,
  defaultRequiredPlan,
  planOpens,
  planRank,
} from '../../../shared/access/tier-gate.ts';
import { coachingPlanPlaceholder } from '../../../shared/learning/coaching-plan-cards.ts';
import { offeredPlans, type PlanOffer } from '../../../shared/payments/billing.ts';
import { type IncludedItem, includedIn } from '../../../shared/tier-limits.ts';
import type { Deps } from '../../deps.ts';
import { cachedContent } from '../../platform/db/content-version.ts';
import { getSettings } from '../../settings/settings.operations.ts';
import { findPlanPrices, findRequiredPlans } from './plans.queries.ts';

const cachedOffers = cachedContent(
  ['plans', 'coaching_pdfs'],
  async (db): Promise<Omit<PlanOffer, IncludedItem>[]> => {
    const [prices, records] = await Promise.all([findPlanPrices(db), findRequiredPlans(db)]);
    const stored = new Map(records.map((row) => [row.pdfNumber, row]));
    const requiredBy = (number: number) => stored.get(number)?.requiredPlan ?? defaultRequiredPlan(number);
    return offeredPlans.map((plan) => {
      const price = prices.find((row) => row.plan === plan);
      return {
        plan,
        rank: planRank(plan),
        priceCents: price?.priceCents ?? 0,
        listPriceCents: price?.listPriceCents ?? 0,
        opens: coachingPlanNumbers.filter((number) => planOpens(plan, requiredBy(number))),
        adds: coachingPlanNumbers
          .filter((number) => requiredBy(number) === plan)
          .map((number) => {
            const { title, description } = stored.get(number) ?? coachingPlanPlaceholder(number, plan);
            return { pdfNumber: number, title, description };
          }),
      };
    });
  },
);

/** The plans on the plans page, the same for every visitor. */
export async function listPlanOffers(deps: Deps): Promise<PlanOffer[]> {
  const [offers, settings] = await Promise.all([cachedOffers(deps.db), getSettings(deps)]);
  return offers.map((offer) => ({
    ...offer,
    storedHands: includedIn(offer.plan, 'storedHands', settings),
    ownRanges: includedIn(offer.plan, 'ownRanges', settings),
    shareLinks: includedIn(offer.plan, 'shareLinks', settings),
    questions: includedIn(offer.plan, 'questions', settings),
  }));
}
