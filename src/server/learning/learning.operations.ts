import type { CoachingSession, ProgressEntry } from '../../shared/learning.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { presentSession } from './learning.present.ts';
import { findProgress, findSessions } from './learning.queries.ts';

/** All coaching sessions on offer and the reader's archived ones, by session number (D-33, D-42). */
export async function listSessions(deps: Deps, actor: Actor): Promise<CoachingSession[]> {
  const rows = await findSessions(deps.db, actor.userId);
  return rows.map((row) => presentSession(actor, row));
}

/** What the reader has begun and completed, the latest first (S2 §7). */
export function listProgress(deps: Deps, actor: Actor): Promise<ProgressEntry[]> {
  return findProgress(deps.db, actor.userId);
}
