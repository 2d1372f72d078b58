import type { Deps } from '../deps.ts';
import { gatherCounts } from '../platform/db/counts.ts';
import { refreshPassedPlans } from './plan-counts.queries.ts';

const atOnce = 1_000;

/** Tidies the kept figures, so that reading them stays short; they are exact with and without it. */
export async function tidyFigures(
  deps: Pick<Deps, 'db' | 'now'>,
): Promise<{ plans: number; counts: number }> {
  let plans = 0;
  for (;;) {
    const refreshed = await refreshPassedPlans(deps.db, deps.now(), atOnce);
    plans += refreshed;
    if (refreshed < atOnce) break;
  }
  return { plans, counts: await gatherCounts(deps.db) };
}
