import type { AddTagInput, RemoveTagInput, TagList } from '../../shared/admin/bulk-users.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/db/database.ts';
import { deleteTag, findSpelling, findTags, insertTag } from './user-tags.queries.ts';

const maxListedTags = 200;

export function listTags(deps: Deps, _actor: AdminActor): Promise<TagList> {
  return findTags(deps.db, maxListedTags);
}

/** Adds a tag to users. The audit log names the users, not the tag. @returns how many of them did not have the tag */
export async function addTag(
  deps: Deps,
  admin: AdminActor,
  { ids, tag }: AddTagInput,
  metadata: RequestMetadata,
): Promise<{ done: number }> {
  return inTransaction(deps.db, async (trx) => {
    const tagged = await insertTag(trx, ids, (await findSpelling(trx, tag)) ?? tag, deps.now());
    if (tagged.length > 0) {
      const entry = { actorId: admin.userId, action: 'user.tag_added', subjectType: 'user', metadata };
      const details = { count: tagged.length };
      await recordAudit(trx, ...tagged.map((subjectId) => ({ ...entry, subjectId, details })));
    }
    return { done: tagged.length };
  });
}

/** Removes a tag from a user. Idempotent. */
export async function removeTag(
  deps: Deps,
  admin: AdminActor,
  { id, tag }: RemoveTagInput,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    if (!(await deleteTag(trx, id, tag))) return;
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.tag_removed',
      subjectType: 'user',
      subjectId: id,
      metadata,
    });
  });
}
