import type { z } from 'zod';
import {
  type Brief,
  type BriefShares,
  briefBlocks,
  briefBounds,
  type ownBriefView,
  type StudentItem,
  type setShareInput,
} from '../../shared/coaching/brief.ts';
import { dayMs } from '../../shared/durations.ts';
import type { Page } from '../../shared/paging.ts';
import { localDay } from '../../shared/time-zone.ts';
import { currentPlan, plansOf } from '../access/current-plan.operations.ts';
import type { Actor, CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound, notSignedIn } from '../errors.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import {
  findName,
  findShares,
  findStudentOf,
  findStudentsOf,
  type StudentRow,
  saveShares,
} from './brief.queries.ts';
import { readBlocks } from './brief-blocks.operations.ts';
import { studentName } from './questions.present.ts';

const { goals, study, finished, leaks, questions, hands, results } = briefBlocks;
const defaultShares: BriefShares = {
  goals: goals.defaultOn,
  study: study.defaultOn,
  finished: finished.defaultOn,
  leaks: leaks.defaultOn,
  questions: questions.defaultOn,
  hands: hands.defaultOn,
  results: results.defaultOn,
};
const everything: BriefShares = {
  goals: true,
  study: true,
  finished: true,
  leaks: true,
  questions: true,
  hands: true,
  results: true,
};

const coachedSince = (deps: Deps) => new Date(deps.now().getTime() - briefBounds.coachedDays * dayMs);

/** Students whom the coach has answered in these months, or whose question the coach has; the last contact first. */
export async function listStudents(
  deps: Deps,
  actor: CoachActor,
  cursor: string | undefined,
): Promise<Page<StudentItem>> {
  const { pageSize } = briefBounds;
  const after = timeCursor.read(cursor);
  const rows = await findStudentsOf(deps.db, actor.userId, coachedSince(deps), after, pageSize + 1);
  const page = pageOf(rows, pageSize, timeCursor.write);
  const planOf = await plansOf(
    deps,
    page.items.map(({ id }) => id),
  );
  return {
    items: page.items.map((row) => ({
      id: row.id,
      name: studentName(row),
      plan: planOf(row.id).subscriptionPlan,
      isWaiting: row.is_waiting,
      lastAt: row.last_at,
    })),
    nextCursor: page.nextCursor,
  };
}

/** One of the coach's students. @throws DomainError not_found, the same for unknown users and other students */
export async function requireOwnStudent(
  deps: Deps,
  actor: CoachActor,
  studentId: string,
): Promise<StudentRow> {
  const student = await findStudentOf(deps.db, actor.userId, studentId, coachedSince(deps));
  if (!student) throw notFound('Student');
  return student;
}

/** What a student shows of their brief to a coach of theirs. @throws DomainError not_found */
export async function getBrief(deps: Deps, actor: CoachActor, studentId: string): Promise<Brief> {
  const student = await requireOwnStudent(deps, actor, studentId);
  return briefOf(deps, student, (await findShares(deps.db, studentId)) ?? defaultShares);
}

/** The student's own brief, complete, and which parts of it their coaches see. */
export async function getOwnBrief(deps: Deps, actor: Actor): Promise<z.infer<typeof ownBriefView>> {
  const [name, shares] = await Promise.all([
    findName(deps.db, actor.userId),
    findShares(deps.db, actor.userId),
  ]);
  if (!name) throw notSignedIn();
  return {
    brief: await briefOf(deps, { id: actor.userId, ...name }, everything),
    shares: shares ?? defaultShares,
  };
}

async function briefOf(
  deps: Deps,
  { id, ...name }: Pick<StudentRow, 'id' | 'first_name' | 'last_name'>,
  shown: BriefShares,
): Promise<Brief> {
  // The student, for operations that read what is their own.
  const student: Actor = { userId: id, role: 'user' };
  const [plan, timeZone] = await Promise.all([currentPlan(deps, id), timeZoneOf(deps, student)]);
  const day = localDay(deps.now(), timeZone);
  return { name: studentName(name), plan, day, blocks: await readBlocks(deps, student, day, shown) };
}

/** Shows a part of the student's brief to their coaches, or hides it. */
export async function setShare(
  deps: Deps,
  actor: Actor,
  { block, isShown }: z.infer<typeof setShareInput>,
): Promise<void> {
  await saveShares(deps.db, actor.userId, { [block]: isShown }, defaultShares, deps.now());
}
