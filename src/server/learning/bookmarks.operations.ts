import { type Bookmark, type BookmarkPlace, maxBookmarks } from '../../shared/learning/bookmarks.ts';
import { coachingPlanPlaceholder } from '../../shared/learning/coaching-plan-cards.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import {
  type BookmarkRow,
  countBookmarks,
  deleteBookmark,
  findBookmarks,
  insertBookmark,
  lockBookmarks,
  placeColumns,
} from './bookmarks.queries.ts';
import { requireOpenResource } from './open-session.operations.ts';

/** The user's bookmarks, newest first. Omits those of products that are hidden from the user. */
export async function listBookmarks(deps: Deps, actor: Actor): Promise<Bookmark[]> {
  return (await findBookmarks(deps.db, actor.userId, maxBookmarks)).map(present);
}

function present(row: BookmarkRow): Bookmark {
  const { page, created_at: createdAt } = row;
  if (row.pdf_number !== null) {
    const title = row.plan_title ?? coachingPlanPlaceholder(row.pdf_number, 'free').title;
    return { kind: 'plan', id: row.pdf_number, page, title, createdAt };
  }
  return {
    kind: page === null ? 'session' : 'product',
    id: row.product_id ?? 0,
    page,
    title: row.product_title ?? '',
    createdAt,
  };
}

/**
 * Adds or removes a bookmark. A repeated call changes nothing. A bookmark can be removed after access has ended.
 * @returns the result of `listBookmarks` after the change
 * @throws DomainError not_found or forbidden if the user may not open the session or file; invalid_input for a page
 * that the file does not have; conflict if the user already has `maxBookmarks` other bookmarks
 */
export async function setBookmark(
  deps: Deps,
  actor: Actor,
  { place, marked }: { place: BookmarkPlace; marked: boolean },
): Promise<Bookmark[]> {
  if (!marked) {
    await deleteBookmark(deps.db, actor.userId, place);
    return listBookmarks(deps, actor);
  }
  await requireOpenResource(deps, actor, place);
  await inTransaction(deps.db, async (trx) => {
    await lockBookmarks(trx, actor.userId);
    await insertBookmark(trx, { user_id: actor.userId, ...placeColumns(place), created_at: deps.now() });
    if ((await countBookmarks(trx, actor.userId)) > maxBookmarks) {
      throw new DomainError(
        'conflict',
        `You have ${maxBookmarks} bookmarks. Remove one that you no longer need.`,
      );
    }
  });
  return listBookmarks(deps, actor);
}
