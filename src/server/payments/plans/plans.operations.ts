import {
  coachingPlanNumbers,
  defaultRequiredPlan,
  planOpens,
  planRank,
} from '../../../shared/access/plan-rules.ts';
import { offeredPlans, type PlanOffer } from '../../../shared/payments/billing.ts';
import type { Deps } from '../../deps.ts';
import { cachedContent } from '../../platform/db/content-version.ts';
import { findPlanPrices, findRequiredPlans } from './plans.queries.ts';

const cachedOffers = cachedContent(['plans', 'coaching_pdfs'], async (db): Promise<PlanOffer[]> => {
  const [prices, records] = await Promise.all([findPlanPrices(db), findRequiredPlans(db)]);
  const required = new Map(records.map((row) => [row.pdfNumber, row.requiredPlan]));
  return offeredPlans.map((plan) => {
    const price = prices.find((row) => row.plan === plan);
    return {
      plan,
      rank: planRank(plan),
      priceCents: price?.priceCents ?? 0,
      listPriceCents: price?.listPriceCents ?? 0,
      opens: coachingPlanNumbers.filter((number) =>
        planOpens(plan, required.get(number) ?? defaultRequiredPlan(number)),
      ),
    };
  });
});

/** The tiers of the plans page, the same for every reader. */
export function listPlanOffers(deps: Deps): Promise<PlanOffer[]> {
  return cachedOffers(deps.db);
}
