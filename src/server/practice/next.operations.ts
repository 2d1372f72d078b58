import { canAccess, canOpenPlan } from '../../shared/access/access-rules.ts';
import { dayMs } from '../../shared/durations.ts';
import { readingPath } from '../../shared/learning/reading-path.ts';
import type { DrillPlace } from '../../shared/practice/drills.ts';
import { type NextStudyView, nextStudy, type StudyPlace } from '../../shared/practice/leak-map.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { getStudyProfile } from '../learning/study-profile.operations.ts';
import { pathOfPlace } from './drill-places.ts';
import { leakValues } from './leaks.operations.ts';
import { findPlanPlaces, findProductPlaces, findTaughtLeaks } from './leaks.queries.ts';

/** A place that was finished this long ago may be worth a second look. */
const longAgoDays = 60;

/**
 * What the student should study next, with the reason: the session, PDF or coaching plan that treats their weakest leak.
 * Before enough drills were answered, what they said about themselves decides.
 */
export async function getNextStudy(deps: Deps, actor: Actor): Promise<NextStudyView> {
  const map = await leakValues(deps, actor);
  const next = map.some(({ value }) => value !== null)
    ? nextStudy(map, await studyPlaces(deps, actor))
    : null;
  if (next) {
    const { place, leak } = next;
    return {
      title: place.title,
      path:
        place.costsMoney || place.kind !== 'product'
          ? openPath(place)
          : readingPath({ kind: 'product', id: place.id }),
      minutes: place.minutes,
      because: {
        leak: leak.leak,
        tries: leak.recent.tries,
        wrong: leak.recent.wrong,
        named: leak.named,
      },
      costsMoney: place.costsMoney,
    };
  }
  const { recommendation } = await getStudyProfile(deps, actor);
  if (!recommendation) return null;
  const { kind, id, title, reason } = recommendation;
  return {
    title,
    path: kind === 'session' ? `/coaching/${id}` : readingPath({ kind, id }),
    minutes: null,
    because: reason,
    costsMoney: false,
  };
}

function openPath(place: StudyPlace): string {
  if (!place.costsMoney) return pathOfPlace(place);
  return place.kind === 'plan' ? '/subscription-plans' : `/products/${place.id}`;
}

async function studyPlaces(deps: Deps, actor: Actor): Promise<StudyPlace[]> {
  const taught = await findTaughtLeaks(deps.db);
  const leaksAt = ({ kind, id }: DrillPlace) => [
    ...new Set(taught.filter(({ place }) => place.kind === kind && place.id === id).map(({ leak }) => leak)),
  ];
  const idsOf = (wanted: (kind: DrillPlace['kind']) => boolean) => [
    ...new Set(taught.filter(({ place }) => wanted(place.kind)).map(({ place }) => place.id)),
  ];
  const [products, plans, plan] = await Promise.all([
    findProductPlaces(
      deps.db,
      actor.userId,
      idsOf((kind) => kind !== 'plan'),
    ),
    findPlanPlaces(
      deps.db,
      actor.userId,
      idsOf((kind) => kind === 'plan'),
    ),
    currentPlan(deps, actor.userId),
  ]);
  const finished = (at: string | null): StudyPlace['finished'] => {
    if (at === null) return 'no';
    return deps.now().getTime() - Date.parse(at) > longAgoDays * dayMs ? 'long ago' : 'recently';
  };
  return [
    ...products.map((row): StudyPlace => {
      const kind = row.type === 'session' ? 'session' : 'product';
      return {
        kind,
        id: row.id,
        title: row.title,
        minutes: row.minutes,
        leaks: leaksAt({ kind, id: row.id }),
        finished: finished(row.finished_at),
        costsMoney: !canAccess(actor, {
          type: row.type,
          productNumber: row.product_number,
          price: row.price_cents,
          isFree: row.is_free,
          isOnOffer: true,
          isBought: row.bought,
        }),
      };
    }),
    ...plans.map(
      (row): StudyPlace => ({
        kind: 'plan',
        id: row.id,
        title: row.title,
        minutes: null,
        leaks: leaksAt({ kind: 'plan', id: row.id }),
        finished: finished(row.finished_at),
        costsMoney: !canOpenPlan(actor, plan, row.required_plan),
      }),
    ),
  ];
}
