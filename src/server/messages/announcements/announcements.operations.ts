import type {
  AdminAnnouncement,
  Announcement,
  AnnouncementInput,
  UpdateAnnouncementInput,
} from '../../../shared/messages/announcements.ts';
import { accountName } from '../../../shared/person-name.ts';
import type { Actor, AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField, notFound } from '../../errors.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { isExclusionViolation } from '../../platform/db/errors.ts';
import {
  type AnnouncementRow,
  deleteAnnouncementRow,
  findAnnouncementAt,
  findAnnouncements,
  insertAnnouncement,
  type ListedAnnouncementRow,
  lockAnnouncement,
  lockAnnouncements,
  updateAnnouncementRow,
} from './announcements.queries.ts';

/** How long the current announcement, which every page requests, is cached, in milliseconds. */
const cacheMs = 2_000;
const maxListed = 20;

type CachedAnnouncement = { row: Promise<AnnouncementRow | undefined>; until: number };
const cacheByDatabase = new WeakMap<Db, CachedAnnouncement>();

function readCurrent(deps: Pick<Deps, 'db' | 'now'>): Promise<AnnouncementRow | undefined> {
  const cached = cacheByDatabase.get(deps.db);
  if (cached && performance.now() < cached.until) return cached.row;
  const fresh = { row: findAnnouncementAt(deps.db, deps.now()), until: performance.now() + cacheMs };
  cacheByDatabase.set(deps.db, fresh);
  // If the query fails, the requests that wait for it fail, too. The next request repeats the query.
  fresh.row.catch(() => {
    if (cacheByDatabase.get(deps.db) === fresh) cacheByDatabase.delete(deps.db);
  });
  return fresh.row;
}

/** The current announcement, or null. Visitors do not get announcements for logged-in users. */
export async function getAnnouncement(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor | null,
): Promise<Announcement | null> {
  const row = await readCurrent(deps);
  if (!row || deps.now().getTime() >= Date.parse(row.ends_at)) return null;
  return actor || row.audience === 'everyone' ? presentAnnouncement(row) : null;
}

export async function listAnnouncements(deps: Deps, _actor: AdminActor): Promise<AdminAnnouncement[]> {
  return listIn(deps, deps.db);
}

async function listIn(deps: Deps, db: Db | Trx): Promise<AdminAnnouncement[]> {
  const rows = await findAnnouncements(db, maxListed);
  return rows.map((row) => presentAdminAnnouncement(row, deps.now()));
}

/**
 * Schedules an announcement. Only one can be active at a time.
 * @throws DomainError conflict if it overlaps another announcement; invalid_input if its end has passed
 */
export async function createAnnouncement(
  deps: Deps,
  actor: AdminActor,
  input: AnnouncementInput,
  metadata: RequestMetadata,
): Promise<AdminAnnouncement[]> {
  rejectPast(deps, input);
  return serialized(deps, async (trx) => {
    const now = deps.now();
    const columns = columnsOf(input, now);
    const id = await insertAnnouncement(trx, {
      ...columns,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    });
    await audit(trx, actor, metadata, 'announcement.created', id, { after: columns });
    return listIn(deps, trx);
  });
}

/**
 * Changes a scheduled or active announcement. Users who dismissed it see the new text.
 * @throws DomainError not_found; conflict if another admin changed it, if it has ended or if it overlaps another
 * announcement; invalid_input if the new end has passed
 */
export async function updateAnnouncement(
  deps: Deps,
  actor: AdminActor,
  { id, version, values }: UpdateAnnouncementInput,
  metadata: RequestMetadata,
): Promise<AdminAnnouncement[]> {
  rejectPast(deps, values);
  return serialized(deps, async (trx) => {
    const before = await lockAnnouncement(trx, id);
    if (!before) throw notFound('Announcement');
    rejectEnded(deps, before);
    if (before.version !== version) {
      throw new DomainError(
        'conflict',
        'This announcement was changed in another tab or by another admin. Check the fields, and save again.',
      );
    }
    const { message, link_path, link_label, tone, audience, starts_at, ends_at } = before;
    const now = deps.now();
    const after = columnsOf(values, new Date(Math.min(Date.parse(starts_at), now.getTime())));
    await updateAnnouncementRow(trx, id, { ...after, updated_at: now });
    await audit(trx, actor, metadata, 'announcement.updated', id, {
      before: { message, link_path, link_label, tone, audience, starts_at, ends_at },
      after,
    });
    return listIn(deps, trx);
  });
}

/**
 * Ends an active announcement, or deletes a scheduled one. Ignores one that has ended.
 * @throws DomainError not_found
 */
export async function endAnnouncement(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<AdminAnnouncement[]> {
  return serialized(deps, async (trx) => {
    const row = await lockAnnouncement(trx, id);
    if (!row) throw notFound('Announcement');
    const now = deps.now();
    if (Date.parse(row.ends_at) <= now.getTime()) return listIn(deps, trx);
    const isPlanned = Date.parse(row.starts_at) >= now.getTime();
    if (isPlanned) await deleteAnnouncementRow(trx, id);
    else await updateAnnouncementRow(trx, id, { ends_at: now, updated_at: now });
    await audit(trx, actor, metadata, isPlanned ? 'announcement.deleted' : 'announcement.ended', id, {
      before: { message: row.message, ends_at: row.ends_at },
    });
    return listIn(deps, trx);
  });
}

async function serialized<T>(deps: Deps, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    const result = await inTransaction(deps.db, async (trx) => {
      await lockAnnouncements(trx);
      return work(trx);
    });
    cacheByDatabase.delete(deps.db);
    return result;
  } catch (error) {
    if (!isExclusionViolation(error, 'announcements_one_at_a_time')) throw error;
    const message = 'Another announcement is scheduled at that time. End it first, or choose other days.';
    throw new DomainError('conflict', message, { fields: { startsAt: message } });
  }
}

function rejectPast(deps: Deps, { endsAt }: AnnouncementInput): void {
  if (Date.parse(endsAt) > deps.now().getTime()) return;
  throw invalidField('endsAt', 'This moment has passed');
}

function rejectEnded(deps: Deps, row: AnnouncementRow): void {
  if (Date.parse(row.ends_at) > deps.now().getTime()) return;
  throw new DomainError('conflict', 'This announcement has ended. Create a new one.');
}

/**
 * @param earliest - replaces an earlier start. The form names whole minutes, and another announcement may have ended
 * within the same minute
 */
function columnsOf(input: AnnouncementInput, earliest: Date) {
  return {
    message: input.message,
    link_path: input.linkPath === '' ? null : input.linkPath,
    link_label: input.linkLabel === '' ? null : input.linkLabel,
    tone: input.tone,
    audience: input.audience,
    starts_at: new Date(Math.max(Date.parse(input.startsAt), earliest.getTime())).toISOString(),
    ends_at: new Date(input.endsAt).toISOString(),
  };
}

async function audit(
  trx: Trx,
  actor: AdminActor,
  metadata: RequestMetadata,
  action: string,
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(trx, {
    actorId: actor.userId,
    action,
    subjectType: 'announcement',
    subjectId: id,
    metadata,
    details,
  });
}

function presentAnnouncement(row: AnnouncementRow): Announcement {
  const { id, version, message, tone, link_path: path, link_label: label } = row;
  return { id, version, message, tone, link: path !== null && label !== null ? { path, label } : null };
}

function presentAdminAnnouncement(row: ListedAnnouncementRow, now: Date): AdminAnnouncement {
  const time = now.getTime();
  return {
    ...presentAnnouncement(row),
    audience: row.audience,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: time < Date.parse(row.starts_at) ? 'planned' : time < Date.parse(row.ends_at) ? 'shown' : 'over',
    createdByName: row.email === null ? null : accountName(row),
    updatedAt: row.updated_at,
  };
}
