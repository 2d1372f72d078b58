import type { z } from 'zod';
import { dayMs } from '../../shared/durations.ts';
import type { reportUnreadableInput, unreadableHandView } from '../../shared/hands/hands.ts';
import type { Page } from '../../shared/paging.ts';
import { anonymizeText } from '../../shared/poker/formats/anonymize.ts';
import { parserVersion } from '../../shared/poker/formats/read-hands.ts';
import { retention } from '../../shared/profile/retention.ts';
import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import {
  deleteExpiredUnreadableHands,
  deleteUnreadableHand,
  findUnreadableHands,
  insertUnreadableHand,
} from './unreadable-hands.queries.ts';

const pageSize = 20;

/**
 * Stores a hand history that none of our parsers could read. Names in it are removed, and its sender is not stored. It
 * expires after `retention.unreadableHandDays`.
 * @throws DomainError too_many_attempts
 */
export async function reportUnreadableHand(
  deps: Deps,
  actor: Actor,
  { text, site, code, line }: z.infer<typeof reportUnreadableInput>,
): Promise<void> {
  await deps.attemptLimits.count('unreadableHandPerAccount', actor.userId);
  const now = deps.now();
  await insertUnreadableHand(deps.db, {
    site,
    reader_version: parserVersion,
    code,
    line,
    text: anonymizeText(text),
    created_at: now,
    expires_at: new Date(now.getTime() + retention.unreadableHandDays * dayMs),
  });
}

/** The stored hand histories, newest first. */
export async function listUnreadableHands(
  deps: Deps,
  _actor: AdminActor,
  cursor: string | undefined,
): Promise<Page<z.infer<typeof unreadableHandView>>> {
  const rows = await findUnreadableHands(deps.db, timeCursor.read(cursor), pageSize + 1);
  const page = pageOf(rows, pageSize, timeCursor.write);
  return {
    items: page.items.map((row) => ({
      id: row.id,
      site: row.site,
      code: row.code,
      line: row.line,
      text: row.text,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    })),
    nextCursor: page.nextCursor,
  };
}

/** @throws DomainError not_found */
export async function dismissUnreadableHand(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    if (!(await deleteUnreadableHand(trx, id))) throw notFound('Hand');
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'unreadable_hand.removed',
      subjectType: 'unreadable_hand',
      subjectId: id,
      metadata,
    });
  });
}

/** Deletes expired hand histories. @returns how many were deleted */
export function sweepUnreadableHands(deps: Deps): Promise<number> {
  return deleteExpiredUnreadableHands(deps.db, deps.now());
}
