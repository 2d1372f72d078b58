import type { z } from 'zod';
import { openingCharts, openingSpot } from '../../../shared/poker/opening-charts.ts';
import { changedCells, isRightAction, pickCells } from '../../../shared/practice/range-training.ts';
import { rangeBounds, weightsOf } from '../../../shared/practice/range-weights.ts';
import type {
  publishRangeInput,
  RangeCells,
  RangeView,
  rangeListView,
  removeRangeInput,
  restoreRangeInput,
  SaveRangeInput,
  savedRangeView,
  setRangeWithdrawnInput,
  trainAnswerInput,
  trainAnswerView,
  trainingView,
} from '../../../shared/practice/ranges.ts';
import { includedIn } from '../../../shared/tier-limits.ts';
import { hasCoachRights } from '../../access/coach-access.operations.ts';
import { currentPlan } from '../../access/current-plan.operations.ts';
import type { Actor, RequestMetadata } from '../../actor.ts';
import { type AuditEntry, recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { savedAfter } from '../../platform/db/saved-after.ts';
import { getSettings } from '../../settings/settings.operations.ts';
import {
  countRanges,
  deleteRange,
  deleteVersionsBefore,
  findCells,
  findMissedCells,
  findProgress,
  findRange,
  findRanges,
  findVersions,
  insertRange,
  insertVersion,
  lockRange,
  lockRanges,
  type RangeRow,
  saveTrained,
  updateRange,
} from './ranges.queries.ts';

/** The maximum number of ranges of the academy. The list shows all ranges on one page. */
const maxAcademyRanges = 500;

const noCells: RangeCells = { raise: '', call: '' };

/** The academy's ranges and the user's own. Only coaches see unpublished and withdrawn ranges of the academy. */
export async function listRanges(deps: Deps, actor: Actor): Promise<z.infer<typeof rangeListView>> {
  const canPublish = await hasCoachRights(deps, actor);
  const [rows, limit] = await Promise.all([
    findRanges(deps.db, actor.userId, canPublish),
    ownLimit(deps, actor),
  ]);
  return {
    items: rows.map((row) => {
      const cells = row.cells ?? row.draft ?? noCells;
      return {
        id: row.id,
        name: row.name,
        situation: row.situation,
        isOfAcademy: row.owner_id === null,
        isWithdrawn: row.withdrawn_at !== null,
        version: row.version,
        cells,
        changed: row.learned === null ? null : changedCells(row.learned, cells).length,
        missed: row.missed,
      };
    }),
    own: { stored: rows.filter(({ owner_id: owner }) => owner !== null).length, limit },
    canPublish,
  };
}

/**
 * A range with its versions and what the user has learned of it.
 * @throws DomainError not_found, also for another user's range and, unless the user is a coach, for a range that the
 * academy has not published or has withdrawn
 */
export async function getRange(deps: Deps, actor: Actor, id: string): Promise<RangeView> {
  const editor = await editorOf(deps, actor);
  const row = await findOpen(deps, editor, id);
  const canEdit = mayEdit(editor, row);
  const [versions, progress] = await Promise.all([
    findVersions(deps.db, id),
    findProgress(deps.db, actor.userId, id),
  ]);
  const [published, learned] = await Promise.all([
    findCells(deps.db, id, row.version),
    progress && findCells(deps.db, id, progress.version),
  ]);
  const cells = published ?? row.draft ?? noCells;
  return {
    id,
    name: row.name,
    situation: row.situation,
    isOfAcademy: row.owner_id === null,
    isWithdrawn: row.withdrawn_at !== null,
    canEdit,
    version: row.version,
    cells,
    draft: canEdit ? row.draft : null,
    updatedAt: row.updated_at,
    versions: versions.map(({ version, note, created_at: createdAt }) => ({ version, note, createdAt })),
    learned:
      progress && learned
        ? {
            version: progress.version,
            changed: changedCells(learned, cells),
            asked: progress.asked,
            correct: progress.correct,
          }
        : null,
  };
}

/**
 * Saves the draft of a range, or creates a range. Only coaches create and change ranges of the academy. If a range
 * was already created with `key`, nothing changes.
 * @throws DomainError not_found; conflict if the range was changed after `editedFrom`; coach_only; hand_limit at the
 * limit of the membership or of the academy
 */
export async function saveRange(
  deps: Deps,
  actor: Actor,
  { id, key, ofAcademy, name, situation, cells, editedFrom }: SaveRangeInput,
  metadata: RequestMetadata,
): Promise<z.infer<typeof savedRangeView>> {
  const now = deps.now();
  const editor = await editorOf(deps, actor);
  const columns = { name, situation, draft: JSON.stringify(cells) };
  if (id !== undefined) {
    return inTransaction(deps.db, async (trx) => {
      const before = await lockEditable(trx, editor, id, editedFrom);
      const updatedAt = savedAfter(before, now);
      await updateRange(trx, id, { ...columns, updated_at: updatedAt });
      // Unlike the cells, these texts are not part of the draft.
      if (before.name !== name || before.situation !== situation) {
        const details = before.name === name ? {} : { title: { from: before.name, to: name } };
        await recordChange(trx, editor, before, { action: 'range.updated', metadata, details });
      }
      return { id, updatedAt: updatedAt.toISOString() };
    });
  }
  if (ofAcademy && !editor.isCoach) {
    throw new DomainError('coach_only', 'Only coaches can create ranges for the academy');
  }
  const ownerId = ofAcademy ? null : actor.userId;
  const limit = ofAcademy ? maxAcademyRanges : await ownLimit(deps, actor);
  return inTransaction(deps.db, async (trx) => {
    await lockRanges(trx, ownerId);
    const created = key === undefined ? undefined : await lockRange(trx, key);
    if (created) {
      if (!mayEdit(editor, created)) throw notFound('Range');
      return { id: created.id, updatedAt: created.updated_at };
    }
    if ((await countRanges(trx, ownerId)) >= limit) {
      throw new DomainError(
        'hand_limit',
        ofAcademy
          ? `The academy has reached its limit of ${limit} ranges. Delete one.`
          : `You have reached your limit of ${limit === 1 ? 'one range. Delete it' : `${limit} ranges. Delete one`}, or see which memberships allow more.`,
      );
    }
    const row = {
      ...columns,
      ...(key !== undefined && { id: key }),
      owner_id: ownerId,
      created_at: now,
      updated_at: now,
    };
    return { id: await insertRange(trx, row), updatedAt: now.toISOString() };
  });
}

/**
 * Publishes the draft as a new version, and deletes all but the newest `rangeBounds.versions` versions. If the draft
 * equals the newest version, no version is added. In both cases, the draft is removed, and a withdrawn range is
 * published again. Without a draft, nothing changes.
 * @throws DomainError not_found; conflict if the range was changed after `editedFrom`
 */
export async function publishRange(
  deps: Deps,
  actor: Actor,
  { id, note, editedFrom }: z.infer<typeof publishRangeInput>,
  metadata: RequestMetadata,
): Promise<void> {
  const editor = await editorOf(deps, actor);
  await inTransaction(deps.db, async (trx) => {
    const row = await lockEditable(trx, editor, id, editedFrom);
    if (row.draft === null) return;
    const newest = await findCells(trx, id, row.version);
    const isChanged = !newest || changedCells(newest, row.draft).length > 0;
    const now = deps.now();
    const version = isChanged ? row.version + 1 : row.version;
    if (isChanged) {
      await insertVersion(trx, { rangeId: id, version, cells: row.draft, note, now });
      await deleteVersionsBefore(trx, id, version - rangeBounds.versions + 1);
    }
    const updatedAt = savedAfter(row, now);
    await updateRange(trx, id, { draft: null, version, withdrawn_at: null, updated_at: updatedAt });
    await recordChange(trx, editor, { ...row, version }, { action: 'range.published', metadata });
  });
}

/**
 * Withdraws a published range of the academy, so that only coaches see it, or publishes it again. The progress of
 * students is kept. A coach who opened the range before it was withdrawn gets a conflict on publishing a draft of it,
 * because that would end the withdrawal. A repeated call changes nothing.
 * @throws DomainError not_found, also for a range that was never published, and unless the user is a coach
 */
export async function setRangeWithdrawn(
  deps: Deps,
  actor: Actor,
  { id, isWithdrawn }: z.infer<typeof setRangeWithdrawnInput>,
  metadata: RequestMetadata,
): Promise<void> {
  const editor = await editorOf(deps, actor);
  await inTransaction(deps.db, async (trx) => {
    const row = await lockEditable(trx, editor, id);
    if (!wasPublished(row)) throw notFound('Range');
    if (isWithdrawn === (row.withdrawn_at !== null)) return;
    const now = deps.now();
    await updateRange(trx, id, { withdrawn_at: isWithdrawn ? now : null, updated_at: savedAfter(row, now) });
    const action = isWithdrawn ? 'range.withdrawn' : 'range.published';
    await recordChange(trx, editor, row, { action, metadata });
  });
}

/** Records a change of a range that the academy has published. Students see no other change. */
async function recordChange(
  trx: Trx,
  { userId: actorId }: Editor,
  range: RangeRow,
  entry: Pick<AuditEntry, 'action' | 'metadata' | 'details'>,
): Promise<void> {
  if (!wasPublished(range)) return;
  await recordAudit(trx, { ...entry, actorId, subjectType: 'range', subjectId: range.id });
}

/** Whether a range was published by the academy. Students may have trained it, even if it is withdrawn now. */
const wasPublished = ({ owner_id: ownerId, version }: RangeRow) => ownerId === null && version > 0;

/**
 * Copies an earlier version to the draft.
 * @throws DomainError not_found; conflict if the range was changed after `editedFrom`
 */
export async function restoreRange(
  deps: Deps,
  actor: Actor,
  { id, version, editedFrom }: z.infer<typeof restoreRangeInput>,
): Promise<void> {
  const editor = await editorOf(deps, actor);
  await inTransaction(deps.db, async (trx) => {
    const row = await lockEditable(trx, editor, id, editedFrom);
    const earlier = await findCells(trx, id, version);
    if (!earlier) throw notFound('Version');
    const updatedAt = savedAfter(row, deps.now());
    await updateRange(trx, id, { draft: JSON.stringify(earlier), updated_at: updatedAt });
  });
}

/**
 * @throws DomainError not_found; conflict for a range that the academy has published, and if the range was changed
 * after `editedFrom`
 */
export async function removeRange(
  deps: Deps,
  actor: Actor,
  { id, editedFrom }: z.infer<typeof removeRangeInput>,
): Promise<void> {
  const editor = await editorOf(deps, actor);
  await inTransaction(deps.db, async (trx) => {
    if (wasPublished(await lockEditable(trx, editor, id, editedFrom))) {
      throw new DomainError('conflict', 'Students may have trained this range. Withdraw it instead.');
    }
    await deleteRange(trx, id);
  });
}

/** The next hands to ask, as `pickCells` chooses them. @throws DomainError not_found */
export async function startTraining(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<z.infer<typeof trainingView>> {
  const { cells, version } = await cellsNow(deps, actor, id);
  const missed = await findMissedCells(deps.db, actor.userId, id);
  return { version, cells: pickCells(weightsOf(cells), missed, rangeBounds.questions, Math.random) };
}

/**
 * Scores an answer in the trainer, and counts it. The score depends on the version that the question came from, or on
 * the newest one if that version is no longer stored.
 * @throws DomainError not_found
 */
export async function answerTraining(
  deps: Deps,
  actor: Actor,
  { id, cell, action, version: askedVersion }: z.infer<typeof trainAnswerInput>,
): Promise<z.infer<typeof trainAnswerView>> {
  const { cells, version } = await cellsNow(deps, actor, id, askedVersion);
  const weights = weightsOf(cells)[cell] ?? { raise: 0, call: 0 };
  const isRight = isRightAction(weights, action);
  await inTransaction(deps.db, (trx) =>
    saveTrained(trx, { userId: actor.userId, rangeId: id, version, cell, isRight, now: deps.now() }),
  );
  return { isRight, ...weights };
}

/**
 * The cells of the version that the question came from if that version is stored, else of the newest version, else of
 * the draft.
 */
async function cellsNow(
  deps: Deps,
  actor: Actor,
  id: string,
  askedVersion?: number,
): Promise<{ cells: RangeCells; version: number }> {
  const row = await findOpen(deps, await editorOf(deps, actor), id);
  const known = askedVersion === undefined ? undefined : await findCells(deps.db, id, askedVersion);
  if (askedVersion !== undefined && known) return { cells: known, version: askedVersion };
  const newest = await findCells(deps.db, id, row.version);
  return { cells: newest ?? row.draft ?? noCells, version: row.version };
}

/** Stores the academy's opening charts as ranges. */
export async function storeOpeningRanges(deps: Deps): Promise<void> {
  const start = deps.now().getTime();
  await inTransaction(deps.db, async (trx) => {
    for (const [index, { name, seat, raiseTo, notation }] of openingCharts.entries()) {
      // Ranges are listed in the order of their creation.
      const now = new Date(start + index);
      const rangeId = await insertRange(trx, {
        owner_id: null,
        name: `${name} (${seat}): first in`,
        situation: `${openingSpot}, raise to ${raiseTo}`,
        version: 1,
        created_at: now,
        updated_at: now,
      });
      await insertVersion(trx, { rangeId, version: 1, cells: { raise: notation, call: '' }, note: '', now });
    }
  });
}

/** How many own ranges the user's membership allows. */
async function ownLimit(deps: Deps, actor: Actor): Promise<number> {
  const [plan, settings] = await Promise.all([currentPlan(deps, actor.userId), getSettings(deps)]);
  return includedIn(plan, 'ownRanges', settings);
}

type Editor = { userId: string; isCoach: boolean };

async function editorOf(deps: Deps, actor: Actor): Promise<Editor> {
  return { userId: actor.userId, isCoach: await hasCoachRights(deps, actor) };
}

function mayEdit({ userId, isCoach: coach }: Editor, { owner_id: ownerId }: RangeRow): boolean {
  return ownerId === null ? coach : ownerId === userId;
}

async function findOpen(deps: Deps, editor: Editor, id: string): Promise<RangeRow> {
  const row = await findRange(deps.db, id);
  const isPublished = row !== undefined && wasPublished(row) && row.withdrawn_at === null;
  if (!row || !(isPublished || mayEdit(editor, row))) throw notFound('Range');
  return row;
}

async function lockEditable(trx: Trx, editor: Editor, id: string, editedFrom?: string): Promise<RangeRow> {
  const row = await lockRange(trx, id);
  if (!row || !mayEdit(editor, row)) throw notFound('Range');
  if (editedFrom !== undefined && Date.parse(editedFrom) !== Date.parse(row.updated_at)) {
    throw new DomainError('conflict', 'This range was changed after you opened it. Nothing was saved.');
  }
  return row;
}
