import { canAccess } from '../../shared/access/access-rules.ts';
import { canOpenCoachingPlan } from '../../shared/access/tier-gate.ts';
import { dayMs } from '../../shared/durations.ts';
import { readingPath } from '../../shared/learning/reading-path.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import {
  type LeakValue,
  type NextStudyView,
  nextStudy,
  type StudyCandidate,
  weakLeaks,
} from '../../shared/practice/leak-map.ts';
import { addDays, localDay } from '../../shared/time-zone.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import { productFacts } from '../access/product-facts.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { getStudyProfile } from '../learning/study-profile.operations.ts';
import { leakValues } from './leaks.operations.ts';
import { findPlanResources, findProductResources, findTaughtLeaks } from './leaks.queries.ts';
import { kindOfProduct } from './study-resources.queries.ts';
import { findSuggestions, savePutOff, saveShown } from './suggestions.queries.ts';

/** A session, PDF or coaching plan that was finished more than this many days ago may be suggested again. */
const longAgoDays = 60;
/** After this many days of being shown without being opened, a suggestion counts as ignored. */
const daysUntilIgnored = 2;
/** The number of days for which an ignored suggestion is not shown again. */
const daysHiddenIfIgnored = 3;
/** The number of days for which a suggestion that the student put off is not shown again. */
const daysHiddenIfPutOff = 7;

/**
 * What the student should study next, with the reason: a session, PDF or coaching plan about a leak that the student's
 * answers show. If there is none, the student's study profile decides. A suggestion that the student ignored or put off
 * is not shown again for some days.
 * @returns null if there is nothing to suggest
 */
export async function getNextStudy(deps: Deps, actor: Actor): Promise<NextStudyView> {
  const [map, past] = await Promise.all([leakValues(deps, actor), pastSuggestions(deps, actor)]);
  const { isHidden, isRecorded } = past;
  const weak = weakLeaks(map);
  const next = weak.length > 0 ? nextStudy(weak, await findCandidates(deps, actor, weak, isHidden)) : null;
  if (next) {
    const { resource, leak } = next;
    return {
      place: { kind: resource.kind, id: resource.id },
      title: resource.title,
      path: resource.costsMoney ? offerPath(resource) : openPath(resource),
      minutes: resource.minutes,
      because: {
        leak: leak.leak,
        tries: leak.recent.tries,
        wrong: leak.recent.wrong,
        named: leak.named,
      },
      costsMoney: resource.costsMoney,
      isRecorded: isRecorded(resource),
    };
  }
  const { recommendation } = await getStudyProfile(deps, actor, await hiddenNow(deps, actor, past));
  if (!recommendation) return null;
  const { kind, id, title, reason } = recommendation;
  return {
    place: { kind, id },
    title,
    path: openPath(recommendation),
    minutes: null,
    because: reason,
    costsMoney: false,
    isRecorded: isRecorded(recommendation),
  };
}

/** The resources that are not suggested now. */
async function hiddenNow(
  deps: Deps,
  actor: Actor,
  { putOff, ignored, isHidden }: PastSuggestions,
): Promise<StudyResource[]> {
  const { products, plans } = await readResources(deps, actor, ignored);
  const openedAt = ({ kind, id }: StudyResource) =>
    (kind === 'plan' ? plans : products).find((row) => row.id === id)?.opened_at ?? null;
  return [...putOff, ...ignored.filter((resource) => isHidden(resource, openedAt(resource)))];
}

async function readResources(deps: Deps, { userId }: Actor, resources: readonly StudyResource[]) {
  const idsOf = (isPlan: boolean) => [
    ...new Set(resources.filter(({ kind }) => (kind === 'plan') === isPlan).map(({ id }) => id)),
  ];
  const [products, plans] = await Promise.all([
    findProductResources(deps.db, userId, idsOf(false)),
    findPlanResources(deps.db, userId, idsOf(true)),
  ]);
  return { products, plans };
}

function openPath({ kind, id }: StudyResource): string {
  return kind === 'session' ? `/coaching/${id}` : readingPath({ kind, id });
}

function offerPath({ kind, id }: StudyResource): string {
  return kind === 'plan' ? '/subscription-plans' : `/products/${id}`;
}

/** Counts a day on which the student saw a suggestion. Does nothing for a resource that is not suggested to them. */
export async function recordShown(deps: Deps, actor: Actor, resource: StudyResource): Promise<void> {
  if (!isSuggested(await getNextStudy(deps, actor), resource)) return;
  const today = localDay(deps.now(), await timeZoneOf(deps, actor));
  // If the suggestion was last shown before `since`, the days on which it was shown are counted from 1 again.
  const since = addDays(today, -daysHiddenIfIgnored);
  await saveShown(deps.db, { userId: actor.userId, resource, today, since });
}

/**
 * Hides a suggestion for some days. Does nothing for a resource that is not suggested.
 * @returns what is suggested now
 */
export async function putOff(deps: Deps, actor: Actor, resource: StudyResource): Promise<NextStudyView> {
  const next = await getNextStudy(deps, actor);
  if (!isSuggested(next, resource)) return next;
  const today = localDay(deps.now(), await timeZoneOf(deps, actor));
  await savePutOff(deps.db, { userId: actor.userId, resource, today });
  return getNextStudy(deps, actor);
}

function isSuggested(next: NextStudyView, { kind, id }: StudyResource): boolean {
  return next !== null && next.place.kind === kind && next.place.id === id;
}

type PastSuggestions = {
  /** The resources that are hidden, even if the student has opened them. */
  putOff: StudyResource[];
  /** The other resources that are hidden, unless the student has opened them. */
  ignored: StudyResource[];
  /** Whether a resource was ignored or put off, so that it is not suggested for some days. */
  isHidden: (resource: StudyResource, openedAt: string | null) => boolean;
  /** Whether it is recorded that the student saw the suggestion today. */
  isRecorded: (resource: StudyResource) => boolean;
};

async function pastSuggestions(deps: Deps, actor: Actor): Promise<PastSuggestions> {
  const [rows, timeZone] = await Promise.all([
    findSuggestions(deps.db, actor.userId),
    timeZoneOf(deps, actor),
  ]);
  const today = localDay(deps.now(), timeZone);
  const rowOf = ({ kind, id }: StudyResource) =>
    rows.find((each) => each.kind === kind && each.place_id === id);
  function isPutOff(resource: StudyResource): boolean {
    const putOffOn = rowOf(resource)?.put_off_on ?? null;
    return putOffOn !== null && today < addDays(putOffOn, daysHiddenIfPutOff);
  }
  function isHidden(resource: StudyResource, openedAt: string | null): boolean {
    const row = rowOf(resource);
    if (!row) return false;
    if (isPutOff(resource)) return true;
    const { last_shown_on: lastShownOn, days_shown: daysShown } = row;
    const isOpened = openedAt !== null && localDay(new Date(openedAt), timeZone) >= lastShownOn;
    const isRecent = lastShownOn < today && today <= addDays(lastShownOn, daysHiddenIfIgnored);
    return daysShown >= daysUntilIgnored && isRecent && !isOpened;
  }
  const resources = rows.map(({ kind, place_id: id }): StudyResource => ({ kind, id }));
  return {
    putOff: resources.filter(isPutOff),
    ignored: resources.filter((resource) => !isPutOff(resource) && isHidden(resource, null)),
    isRecorded: (resource) => rowOf(resource)?.last_shown_on === today,
    isHidden,
  };
}

async function findCandidates(
  deps: Deps,
  actor: Actor,
  weak: readonly LeakValue[],
  isHidden: PastSuggestions['isHidden'],
): Promise<StudyCandidate[]> {
  const taught = await findTaughtLeaks(
    deps.db,
    weak.map(({ leak }) => leak),
  );
  const leaksAt = ({ kind, id }: StudyResource) => [
    ...new Set(
      taught.filter(({ resource }) => resource.kind === kind && resource.id === id).map(({ leak }) => leak),
    ),
  ];
  const resources = taught.map(({ resource }) => resource);
  const [{ products, plans }, plan] = await Promise.all([
    readResources(deps, actor, resources),
    currentPlan(deps, actor.userId),
  ]);
  const finished = (at: string | null): StudyCandidate['finished'] => {
    if (at === null) return 'no';
    return deps.now().getTime() - Date.parse(at) > longAgoDays * dayMs ? 'long ago' : 'recently';
  };
  return [
    ...products
      .map((row) => ({ ...row, kind: kindOfProduct(row.type) }))
      .filter((row) => !isHidden(row, row.opened_at))
      .map(
        (row): StudyCandidate => ({
          kind: row.kind,
          id: row.id,
          title: row.title,
          minutes: row.minutes,
          leaks: leaksAt(row),
          finished: finished(row.finished_at),
          costsMoney: !canAccess(actor, productFacts(row)),
        }),
      ),
    ...plans
      .filter((row) => !isHidden({ kind: 'plan', id: row.id }, row.opened_at))
      .map(
        (row): StudyCandidate => ({
          kind: 'plan',
          id: row.id,
          title: row.title,
          minutes: null,
          leaks: leaksAt({ kind: 'plan', id: row.id }),
          finished: finished(row.finished_at),
          costsMoney: !canOpenCoachingPlan(actor, plan, row.required_plan),
        }),
      ),
  ];
}
