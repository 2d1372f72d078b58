import type { CoachingSession } from '../../shared/learning.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { presentSession } from './learning.present.ts';
import { findSessions } from './learning.queries.ts';

/** All coaching sessions on offer and the reader's archived ones, by session number (D-33, D-42). */
export async function listSessions(deps: Deps, actor: Actor): Promise<CoachingSession[]> {
  const rows = await findSessions(deps.db, actor.userId);
  return rows.map((row) => presentSession(actor, row));
}
