import type { Learners, LearnersInput, LearningMaterial } from '../../shared/learning/learners.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import { findLearners, findMaterials } from './learners.queries.ts';

const pageSize = 50;

/** Every session and coaching plan with how many students opened and finished it. The counts are cached. */
export function listMaterials(deps: Deps, _actor: AdminActor): Promise<LearningMaterial[]> {
  return deps.figures.get('learners', () => findMaterials(deps.db));
}

/**
 * Students who opened this session or coaching plan, most recently active first.
 * @throws DomainError invalid_input for a malformed cursor
 */
export async function listLearners(
  deps: Deps,
  _actor: AdminActor,
  { cursor, ...filter }: LearnersInput,
): Promise<Learners> {
  const rows = await findLearners(deps.db, filter, timeCursor.read(cursor), pageSize + 1);
  const page = pageOf(rows, pageSize, ({ sorted_at, userId }) => timeCursor.write({ sorted_at, id: userId }));
  return { ...page, items: page.items.map(({ sorted_at: _sortedAt, ...learner }) => learner) };
}
