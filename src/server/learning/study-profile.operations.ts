import type { z } from 'zod';
import {
  type Candidate,
  recommend,
  type StudyProfile,
  type studyProfileView,
} from '../../shared/learning/study-profile.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/db/database.ts';
import { catalogueOf } from '../shop/catalogue.operations.ts';
import { listLibrary } from '../shop/shop.operations.ts';
import { listPlans } from './coaching-pdfs.operations.ts';
import { setDailyGoal } from './goals/goals.operations.ts';
import { listSessions } from './learning.operations.ts';
import { listProgress } from './progress.operations.ts';
import { findFinishedReadings } from './reading.queries.ts';
import { findStudyProfile, lockStudyProfile, saveStudyProfileRow } from './study-profile.queries.ts';

type StudyProfileView = z.infer<typeof studyProfileView>;

/** The user's answers to the questions after the first login; undefined until they were answered or skipped. */
export function readStudyProfile(deps: Deps, actor: Actor): Promise<StudyProfile | undefined> {
  return findStudyProfile(deps.db, actor.userId);
}

/**
 * The user's answers, and the recommendation of what to study first.
 * @param hidden - what is not recommended now
 */
export async function getStudyProfile(
  deps: Deps,
  actor: Actor,
  hidden: readonly Pick<Candidate, 'kind' | 'id'>[] = [],
): Promise<StudyProfileView> {
  const profile = await readStudyProfile(deps, actor);
  if (!profile) return { profile: null, recommendation: null };
  const candidates = (await candidatesFor(deps, actor)).filter(
    ({ kind, id }) => !hidden.some((each) => each.kind === kind && each.id === id),
  );
  return { profile, recommendation: recommend(profile, candidates) };
}

/**
 * Saves the answers, which are null for skipped questions. If the weekly hours have changed, they determine the daily
 * goal from today on. If not, a daily goal that the user has set in the meantime stays.
 */
export async function saveStudyProfile(
  deps: Deps,
  actor: Actor,
  profile: StudyProfile,
): Promise<StudyProfileView> {
  const { weeklyHours } = profile;
  const { userId } = actor;
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    await lockStudyProfile(trx, userId);
    const before = await findStudyProfile(trx, userId);
    if (weeklyHours !== null && weeklyHours !== before?.weeklyHours) {
      await setDailyGoal(trx, userId, dailyMinutes(weeklyHours), now);
    }
    await saveStudyProfileRow(trx, userId, profile, now);
  });
  return getStudyProfile(deps, actor);
}

/** Rounded to a multiple of five. */
function dailyMinutes(weeklyHours: number): number {
  return 5 * Math.round((weeklyHours * 60) / 7 / 5);
}

/** The items with content that the user may open now. The first of equally good candidates is recommended. */
async function candidatesFor(deps: Deps, actor: Actor): Promise<Candidate[]> {
  const [plans, sessions, products, library, progress, read] = await Promise.all([
    listPlans(deps, actor),
    listSessions(deps, actor),
    catalogueOf(deps, actor.userId),
    listLibrary(deps, actor),
    listProgress(deps, actor),
    findFinishedReadings(deps.db, actor.userId),
  ]);
  const ready = new Set(products.filter((product) => product.is_ready).map(({ id }) => id));
  const completed = new Set(
    progress.filter(({ status }) => status === 'completed').map(({ sessionId }) => sessionId),
  );
  return [
    ...library
      .filter(({ type, filePath }) => type === 'pdf' && filePath !== null)
      .map(
        (product): Candidate => ({
          ...product,
          kind: 'product',
          isDone: read.some((resource) => resource.productId === product.id),
        }),
      ),
    ...plans
      .filter(({ filePath }) => filePath !== '')
      .map(
        (plan): Candidate => ({
          ...plan,
          kind: 'plan',
          id: plan.pdfNumber,
          isDone: read.some((resource) => resource.pdfNumber === plan.pdfNumber),
        }),
      ),
    ...sessions
      .filter(({ id, accessible }) => accessible && ready.has(id))
      .map((session): Candidate => ({ ...session, kind: 'session', isDone: completed.has(session.id) })),
  ];
}
