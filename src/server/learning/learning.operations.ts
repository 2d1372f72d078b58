import { canAccess, ownsProduct } from '../../shared/access/access-rules.ts';
import type {
  CoachingSession,
  ContinueSession,
  FileAccess,
  SessionDetail,
} from '../../shared/learning/learning.ts';
import { namedSessions } from '../../shared/learning/named-sessions.ts';
import { listAccesses } from '../access/file-access.operations.ts';
import { isListed, productFacts } from '../access/product-facts.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { catalogueOf } from '../shop/catalogue.operations.ts';
import {
  presentLock,
  presentProgress,
  presentSession,
  presentSessionHead,
  presentVideo,
} from './learning.present.ts';
import { findInProgress } from './learning.queries.ts';
import { listNotes } from './notes.operations.ts';
import { findVisibleSession } from './open-session.operations.ts';
import { findProgress } from './progress.queries.ts';

/** `continueWhere` looks for an accessible session only among this many sessions in progress, latest first. */
const maxCandidates = 50;

/** Coaching sessions in the shop, and archived ones that the user bought, by session number. */
export async function listSessions(deps: Deps, actor: Actor): Promise<CoachingSession[]> {
  const rows = await catalogueOf(deps, actor.userId);
  return rows
    .filter((row) => row.type === 'session' && (isListed(row) || row.hasPurchase))
    .map((row) => presentSession(actor, row));
}

/**
 * What the session screen shows: for users with access, the content; for all others, how to get access.
 * @throws DomainError not_found
 */
export async function getSession(deps: Deps, actor: Actor, id: number): Promise<SessionDetail> {
  const row = await findVisibleSession(deps, actor, id);
  const [sessions, progress] = await Promise.all([
    listSessions(deps, actor),
    findProgress(deps.db, actor.userId),
  ]);
  const completed = new Set(
    progress.filter(({ status }) => status === 'completed').map(({ session_id }) => session_id),
  );
  const head = {
    ...presentSessionHead(row),
    requiredSessions: namedSessions(row.prerequisites, sessions, row.id).map((session) => ({
      id: session.id,
      sessionNumber: session.sessionNumber,
      title: session.title,
      completed: completed.has(session.id),
    })),
  };
  const facts = productFacts(row);
  if (!canAccess(actor, facts)) return { access: 'locked', ...head, ...presentLock(row) };

  const own = progress.find(({ session_id }) => session_id === row.id);
  const next = sessions.find((session) => session.sessionNumber > row.product_number);
  return {
    access: 'open',
    ...head,
    owned: ownsProduct(actor, facts),
    content: row.content,
    video: presentVideo(row),
    captionsUrl: row.captions_type === null ? null : `/api/coaching/sessions/${row.id}/captions`,
    progress: own ? presentProgress(own) : null,
    notes: await listNotes(deps, actor, { kind: 'session', id: row.id }),
    next: next
      ? {
          id: next.id,
          sessionNumber: next.sessionNumber,
          title: next.title,
          accessible: next.accessible,
        }
      : null,
  };
}

/** The session that the user studied last, has not completed, and may still open; null if there is none. */
export async function continueWhere(deps: Deps, actor: Actor): Promise<ContinueSession> {
  const rows = await findInProgress(deps.db, actor.userId, maxCandidates);
  const row = rows.find((candidate) => canAccess(actor, productFacts(candidate)));
  if (!row) return null;
  return {
    sessionId: row.id,
    sessionNumber: row.product_number,
    title: row.title,
    estimatedDuration: row.estimated_duration,
    position: row.position_seconds,
    updatedAt: row.progress_at,
  };
}

export function myAccesses(deps: Deps, actor: Actor): Promise<FileAccess[]> {
  return listAccesses(deps, actor.userId);
}
