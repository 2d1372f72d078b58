import { z } from 'zod';
import type { Learners, LearnersInput, Material } from '../../shared/learning/learners.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { pageOf, unknownPage } from '../platform/db/paging.ts';
import { findLearners, findMaterials, type LearnerPosition } from './learners.queries.ts';

const pageSize = 50;
const cursorSchema = z.tuple([z.string().regex(/^\d{4}-\d{2}-\d{2} [\d:.]+\+00$/), z.uuid()]);

/** Every session and coaching plan with how many students opened and finished it. */
export function listMaterials(deps: Deps, _actor: AdminActor): Promise<Material[]> {
  return deps.figures.get('learners', () => findMaterials(deps.db));
}

/**
 * Students who opened a session or a coaching plan, most recently active first.
 * @throws DomainError invalid_input for a malformed cursor
 */
export async function listLearners(
  deps: Deps,
  _actor: AdminActor,
  { cursor, ...filter }: LearnersInput,
): Promise<Learners> {
  const after = cursor === undefined ? undefined : readPosition(cursor);
  const rows = await findLearners(deps.db, filter, after, pageSize + 1);
  const page = pageOf(rows, pageSize, ({ position, userId }) => `${position}|${userId}`);
  return { ...page, items: page.items.map(({ position: _position, ...learner }) => learner) };
}

function readPosition(cursor: string): LearnerPosition {
  const parsed = cursorSchema.safeParse(cursor.split('|'));
  if (!parsed.success) throw unknownPage();
  const [at, userId] = parsed.data;
  return { at, userId };
}
