import { blocksOf, renameHand } from '../../shared/hands/lesson-blocks.ts';
import type { Deps } from '../deps.ts';
import { type DomainError, invalidField } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { savedAfter } from '../platform/db/saved-after.ts';
import {
  findAcademyHands,
  findLessonsWithHands,
  lockHandTitles,
  lockLessonsWithHands,
  updateLesson,
} from './lesson-blocks.queries.ts';

type AcademyHand = Awaited<ReturnType<typeof findAcademyHands>>[number];

/** The hands that a title or an id names; of several with the same title, the oldest comes first. */
function handsNamed(ref: string, hands: readonly AcademyHand[]): AcademyHand[] {
  const name = ref.toLowerCase();
  return hands.filter(({ id, title }) => id === name || title?.toLowerCase() === name);
}

const refsOf = (content: string) =>
  blocksOf(content).flatMap((block) => (block.kind === 'hand' ? [block.ref] : []));

/**
 * Checks the blocks of a product's texts: each block must be valid, and a block with a hand must name exactly one hand
 * of the academy. Only the content of a session may contain blocks, because a description is public.
 * @throws DomainError invalid_input for the field, with each problem
 */
export async function checkBlocks(
  deps: Deps,
  { type, description, content }: { type: string; description: string; content?: string | null | undefined },
): Promise<void> {
  const blocks = blocksOf(content ?? '');
  if (type !== 'session' && blocks.length > 0) throw misplacedBlocks('content');
  if (blocksOf(description).length > 0) throw misplacedBlocks('description');
  const hands = blocks.some(({ kind }) => kind === 'hand') ? await findAcademyHands(deps.db) : [];
  const problems = blocks.flatMap((block) => {
    if (block.kind === 'wrong') return [block.problem];
    if (block.kind === 'odds') return [];
    const count = handsNamed(block.ref, hands).length;
    if (count === 0) return [`The academy has no hand “${block.ref}”.`];
    return count > 1 ? [`The academy has ${count} hands “${block.ref}”. Write the id instead.`] : [];
  });
  if (problems.length > 0) throw invalidField('content', problems.join(' '));
}

function misplacedBlocks(field: 'content' | 'description'): DomainError {
  return invalidField(
    field,
    'Only the content of a session can contain hands and odds. Remove the lines with “:::”.',
  );
}

/** The academy's hands in a text, each with the name by which the text refers to it. Omits unknown names. */
export async function handsInText(deps: Deps, content: string): Promise<(AcademyHand & { ref: string })[]> {
  const refs = [...new Set(refsOf(content))];
  if (refs.length === 0) return [];
  const hands = await findAcademyHands(deps.db);
  return refs.flatMap((ref) =>
    handsNamed(ref, hands)
      .slice(0, 1)
      .map((hand) => ({ ...hand, ref })),
  );
}

/** Ids of the sessions whose text shows one of the given hands, each with the hand. */
export async function sessionsShowing(
  deps: Deps,
  handIds: readonly string[],
): Promise<{ id: number; handId: string }[]> {
  const lessons = await findLessonsWithHands(deps.db);
  if (lessons.length === 0) return [];
  const hands = await findAcademyHands(deps.db);
  return lessons.flatMap(({ id, content }) => {
    const shown = new Set(refsOf(content).map((ref) => handsNamed(ref, hands)[0]?.id));
    return handIds.filter((handId) => shown.has(handId)).map((handId) => ({ id, handId }));
  });
}

function titleTaken(): DomainError {
  return invalidField('title', 'Another hand of the academy has this title');
}

/**
 * Keeps the title free for a new hand until the transaction ends.
 * @throws DomainError invalid_input if a hand of the academy has the title, because the title would then name two hands
 * in texts
 */
export async function requireFreeHandTitle(trx: Trx, title: string): Promise<void> {
  await lockHandTitles(trx);
  if (handsNamed(title, await findAcademyHands(trx)).length > 0) throw titleTaken();
}

/**
 * Writes the new title of a hand into the texts of sessions that name the hand by its title. Call it before the hand
 * itself gets the title.
 * @returns the ids of the sessions whose text changed
 * @throws DomainError invalid_input if another hand of the academy has the title, as for `requireFreeHandTitle`
 */
export async function renameHandInLessons(
  trx: Trx,
  { id, title, now }: { id: string; title: string; now: Date },
): Promise<number[]> {
  await lockHandTitles(trx);
  const lessons = await lockLessonsWithHands(trx);
  const hands = await findAcademyHands(trx);
  if (handsNamed(title, hands).some((hand) => hand.id !== id)) throw titleTaken();
  const changed: number[] = [];
  for (const lesson of lessons) {
    const isRenamed = (ref: string) => ref.toLowerCase() !== id && handsNamed(ref, hands)[0]?.id === id;
    const content = renameHand(lesson.content, isRenamed, title);
    if (content === lesson.content) continue;
    await updateLesson(trx, { id: lesson.id, content, savedAt: savedAfter(lesson, now) });
    changed.push(lesson.id);
  }
  return changed;
}
