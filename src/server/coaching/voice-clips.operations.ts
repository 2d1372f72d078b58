import { isCoach, requireCoach } from '../access/coach-access.operations.ts';
import { type Actor, rejectWhileImpersonating } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, notSignedIn } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import type { ObjectInfo } from '../platform/storage/storage.ts';
import { findStoredClip, type StoredClip } from '../uploads/answer-clips.operations.ts';
import { eraseClaimedUploads } from '../uploads/sweep.operations.ts';
import { isPublished } from './questions.present.ts';
import { findAnswerOfClip, findClipsOf } from './voice-clips.queries.ts';

type Clip = { info: ObjectInfo; bytes: Buffer };

/**
 * Reads a voice clip. Coaches can read the clips in all answers, and students those in the answers that they have
 * revealed. Only the coach who recorded a clip can read it before it is part of an answer.
 * @throws DomainError not_signed_in; read_only_view; not_found for unknown clips and for those that the user may not
 * open; gone if the file is missing; the errors of `requireCoach`; StorageError
 */
export async function openClip(deps: Deps, actor: Actor | null, idText: string): Promise<Clip> {
  if (!actor) throw notSignedIn();
  rejectWhileImpersonating(actor);
  const clip = await findStoredClip(deps, idText);
  const answer = clip?.isClaimed ? await findAnswerOfClip(deps.db, idText) : undefined;
  if (clip && answer?.studentId === actor.userId) {
    // `isRevealed` is about the first answer. The coach can undo an answer to a follow-up question for some seconds, so
    // the student can read its clip only afterwards.
    if (!answer.isRevealed || !isPublished(answer.createdAt, deps.now())) throw notFound('Voice clip');
    return readClip(clip);
  }
  const isOpenToCoach = answer !== undefined || clip?.uploadedBy === actor.userId;
  if (!clip || !isOpenToCoach || !(await isCoach(deps, actor))) throw notFound('Voice clip');
  await requireCoach(deps, actor);
  return readClip(clip);
}

async function readClip(clip: StoredClip): Promise<Clip> {
  const read = await clip.read();
  if (!read) throw new DomainError('gone', 'This voice clip is no longer available.');
  return read;
}

/**
 * The clips in answers to the user's questions, and those that the user recorded as a coach, for the user's data
 * export.
 */
export function listClipsOf(deps: Pick<Deps, 'db'>, userId: string) {
  return findClipsOf(deps.db, userId);
}

/**
 * Erases the rows of the user's clips in answers. The caller then removes the files. Clips that are not part of an
 * answer are left to the job `sweep-uploads`.
 */
export async function eraseClipsOf(trx: Trx, userId: string, now: Date): Promise<void> {
  const clips = await findClipsOf(trx, userId);
  await eraseClaimedUploads(
    trx,
    clips.map(({ id }) => id),
    now,
  );
}
