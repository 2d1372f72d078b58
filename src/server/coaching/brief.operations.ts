import type { z } from 'zod';
import {
  type Brief,
  type BriefBlock,
  type BriefShares,
  briefBlockNames,
  briefBlocks,
  type ownBriefView,
  type setShareInput,
} from '../../shared/coaching/brief.ts';
import { localDay } from '../../shared/time-zone.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor, CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notSignedIn } from '../errors.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { findName, findShares, saveShares } from './brief.queries.ts';
import { readBlocks } from './brief-blocks.operations.ts';
import { studentName } from './questions.present.ts';
import { requireOwnStudent } from './students.operations.ts';
import type { StudentRow } from './students.queries.ts';

const sharesOf = (isShared: (name: BriefBlock) => boolean) =>
  Object.fromEntries(briefBlockNames.map((name) => [name, isShared(name)])) as BriefShares;
const defaultShares = sharesOf((name) => briefBlocks[name].defaultOn);
const everything = sharesOf(() => true);

/** A student's brief, with the blocks that the student shows to coaches. @throws DomainError not_found */
export async function getBrief(deps: Deps, actor: CoachActor, studentId: string): Promise<Brief> {
  const student = await requireOwnStudent(deps, actor, studentId);
  return briefOf(deps, student, (await findShares(deps.db, studentId)) ?? defaultShares, true);
}

/** The student's own brief with all blocks, and which of them the student's coaches see. */
export async function getOwnBrief(deps: Deps, actor: Actor): Promise<z.infer<typeof ownBriefView>> {
  const [name, shares] = await Promise.all([
    findName(deps.db, actor.userId),
    findShares(deps.db, actor.userId),
  ]);
  if (!name) throw notSignedIn();
  return {
    brief: await briefOf(deps, { id: actor.userId, ...name }, everything, false),
    shares: shares ?? defaultShares,
  };
}

async function briefOf(
  deps: Deps,
  { id, ...name }: Pick<StudentRow, 'id' | 'first_name' | 'last_name'>,
  shown: BriefShares,
  isForCoach: boolean,
): Promise<Brief> {
  // The operations that read the student's data take the student as actor.
  const student: Actor = { userId: id, role: 'user' };
  const [plan, timeZone] = await Promise.all([currentPlan(deps, id), timeZoneOf(deps, student)]);
  const day = localDay(deps.now(), timeZone);
  const blocks = await readBlocks(deps, student, day, shown, isForCoach);
  return { name: studentName(name), plan, day, blocks };
}

/** Shows a block of the student's brief to the student's coaches, or hides it from them. */
export async function setShare(
  deps: Deps,
  actor: Actor,
  { block, isShown }: z.infer<typeof setShareInput>,
): Promise<void> {
  await saveShares(deps.db, actor.userId, { [block]: isShown }, defaultShares, deps.now());
}
