import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { hideFrom, withoutStakes } from '../../shared/hands/hidden-hand.ts';
import type { Page } from '../../shared/paging.ts';
import { handLine, handLineText } from '../../shared/poker/hand-line.ts';
import {
  type coachDeckView,
  type DrillFigures,
  type EditedDrill,
  flagBounds,
  type ListDrillsInput,
  type SaveDeckInput,
  type SaveDrillInput,
} from '../../shared/practice/drill-editor.ts';
import { hasRightOption, rightFrom } from '../../shared/practice/drill-rules.ts';
import type { DrillBody, StudyResource } from '../../shared/practice/drills.ts';
import type { WeightedOption } from '../../shared/practice/option-schemas.ts';
import type { CoachActor, RequestMetadata } from '../actor.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import { newDeckCode } from './decks.operations.ts';
import { insertDeck } from './decks.queries.ts';
import { type DrillRow, findDrill, findDrillVersion, insertDrill, insertVersion } from './drills.queries.ts';
import {
  countReports,
  type DrillFiguresRow,
  deleteDrillsOfQuestion,
  findAcademyDeck,
  findAcademyDecks,
  findDrillFigures,
  lastSort,
  lockAcademyDrill,
  resourceExists,
  updateDrill,
} from './editing.queries.ts';
import { setArchived } from './mistakes.queries.ts';

const pageSize = 30;

export function listCoachDecks(deps: Deps, _actor: CoachActor): Promise<z.infer<typeof coachDeckView>[]> {
  return findAcademyDecks(deps.db);
}

/**
 * Creates a deck for a session, PDF or coaching plan or, without a `place`, for every student. A call with a key that
 * was already used changes nothing.
 * @throws DomainError invalid_input for an unknown `place`; conflict if it has a deck
 */
export async function createDeck(
  deps: Deps,
  actor: CoachActor,
  { key: id = randomUUID(), title, place }: SaveDeckInput,
  metadata: RequestMetadata,
): Promise<{ id: string }> {
  await requireResource(deps, place);
  const now = deps.now();
  try {
    await inTransaction(deps.db, async (trx) => {
      const isNew = await insertDeck(trx, {
        id,
        kind: place?.kind ?? 'coach',
        product_id: place === null || place.kind === 'plan' ? null : place.id,
        pdf_number: place?.kind === 'plan' ? place.id : null,
        owner_id: null,
        title,
        code: newDeckCode(),
        published_at: now,
        created_at: now,
      });
      if (!isNew) return;
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'deck.created',
        subjectType: 'deck',
        subjectId: id,
        metadata,
      });
    });
    return { id };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', 'This session, PDF or coaching plan already has a deck.');
  }
}

async function requireResource(deps: Deps, place: StudyResource | null): Promise<void> {
  if (place === null || (await resourceExists(deps.db, place))) return;
  throw invalidField('place', 'Choose a session, PDF or coaching plan from the list');
}

/** The academy's drills with their figures, newest first. */
export async function listDrillFigures(
  deps: Deps,
  _actor: CoachActor,
  { cursor, ...filter }: ListDrillsInput,
): Promise<Page<DrillFigures>> {
  const after = timeCursor.read(cursor);
  const rows = await findDrillFigures(deps.db, { ...filter, after, limit: pageSize + 1 });
  const page = pageOf(rows, pageSize, timeCursor.write);
  return { items: page.items.map(presentFigures), nextCursor: page.nextCursor };
}

function presentFigures(row: DrillFiguresRow): DrillFigures {
  const tries = row.tries ?? 0;
  const rightShare = tries === 0 ? null : Math.round((100 * (row.right_tries ?? 0)) / tries);
  const { from, mostlyRight, mostlyWrong } = flagBounds;
  const isKnown = rightShare !== null && tries >= from;
  return {
    id: row.id,
    deckTitle: row.deck_title,
    kind: row.kind,
    prompt: row.prompt,
    line: row.body.kind === 'decision' ? handLineText(handLine(row.body.hand)) : null,
    leak: row.leak,
    version: row.version,
    isArchived: row.archived_at !== null,
    tries,
    rightShare,
    medianSeconds: row.median_seconds === null ? null : Math.round(row.median_seconds),
    unclear: row.unclear,
    flags: [
      ...(isKnown && rightShare < mostlyWrong ? ['mostly wrong' as const] : []),
      ...(isKnown && rightShare > mostlyRight ? ['mostly right' as const] : []),
      ...(row.unclear > 0 ? ['unclear' as const] : []),
    ],
  };
}

/** A drill of the academy, to edit. @throws DomainError not_found, also for drills of students' own decks */
export async function getEditedDrill(deps: Deps, _actor: CoachActor, id: string): Promise<EditedDrill> {
  const drill = await findDrill(deps.db, id);
  if (!drill || !(await findAcademyDeck(deps.db, drill.deck_id))) throw notFound('Drill');
  return {
    id: drill.id,
    deckId: drill.deck_id,
    leak: drill.leak,
    place: drill.place,
    prompt: drill.prompt,
    body: drill.body,
    options: drill.options,
    reason: drill.reason,
    version: drill.version,
    isArchived: drill.archived_at !== null,
    unclear: await countReports(deps.db, drill.id, drill.version),
  };
}

/** The hand and the question that a drill was made from. */
type DrillSource = {
  handId: string;
  questionId: string;
  /** Throws if the hand or the question may not be used. Runs in the transaction that stores the drill. */
  check: (trx: Trx) => Promise<void>;
};

/**
 * Stores a new drill, or changes an existing drill. A changed prompt, body, option or reason makes a new version. The
 * schedules of students do not change; figures are counted per version. A second call with the key of a new drill
 * changes nothing.
 * @param source - what a new drill was made from
 * @throws DomainError not_found for unknown decks and for drills that are unknown or of another kind; conflict if
 * `version` is not the newest version, if the drill differs from `opened`, and if the deck has another drill for the
 * same question; invalid_input for options or a range that cannot be answered, and for an unknown `place`
 */
export async function saveDrill(
  deps: Deps,
  actor: CoachActor,
  input: SaveDrillInput,
  metadata: RequestMetadata,
  source?: DrillSource,
): Promise<{ id: string }> {
  requireAnswer(input);
  await requireResource(deps, input.place);
  const now = deps.now();
  const body = withoutOutcome(input.body);
  const options = body.kind === 'odds' ? [] : input.options;
  return inTransaction(deps.db, async (trx) => {
    if (!(await findAcademyDeck(trx, input.deckId))) throw notFound('Deck');
    await source?.check(trx);
    const known = input.id === undefined ? undefined : await lockAcademyDrill(trx, input.id);
    if (input.id !== undefined && known?.kind !== body.kind) throw notFound('Drill');
    if (known) requireUnchanged(known, input);
    const text: VersionText = { prompt: input.prompt.trim(), body, options, reason: input.reason.trim() };
    const place = input.place === null ? null : JSON.stringify(input.place);
    const isSame = known !== undefined && (await isUnchanged(trx, known, text));
    const isUnmoved = known?.deck_id === input.deckId && known.leak === input.leak;
    if (isSame && isUnmoved && isDeepStrictEqual(known.place, input.place)) return { id: known.id };
    const version = (known?.version ?? 0) + (isSame ? 0 : 1);
    const id = known?.id ?? input.key ?? randomUUID();
    if (!known) {
      const isNew = await insertDrill(trx, {
        id,
        deck_id: input.deckId,
        kind: body.kind,
        hand_id: source?.handId ?? null,
        question_id: source?.questionId ?? null,
        range_id: null,
        leak: input.leak,
        place,
        sort: (await lastSort(trx, input.deckId)) + 1,
        created_by: actor.userId,
        created_at: now,
      });
      if (!isNew) return { id };
    }
    if (!isSame) {
      await insertVersion(trx, {
        drill_id: id,
        version,
        ...text,
        body: JSON.stringify(body),
        options: JSON.stringify(options),
        created_by: actor.userId,
        created_at: now,
      });
    }
    if (known) await updateDrill(trx, id, { deck_id: input.deckId, leak: input.leak, place, version });
    const action = known ? 'drill.updated' : 'drill.created';
    const questionId = known?.question_id ?? source?.questionId ?? null;
    const { prompt } = text;
    await recordAudit(trx, drillEntry(action, actor, { id, questionId, prompt }, metadata));
    return { id };
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', 'This deck already has a drill for the same question.');
  });
}

type KnownDrill = NonNullable<Awaited<ReturnType<typeof lockAcademyDrill>>>;

function requireUnchanged(known: KnownDrill, { version = known.version, opened }: SaveDrillInput): void {
  const { deck_id: deckId, leak, place, archived_at: archivedAt } = known;
  const stored = { deckId, leak, place, isArchived: archivedAt !== null };
  if (version === known.version && isDeepStrictEqual(opened ?? stored, stored)) return;
  throw new DomainError('conflict', 'This drill has been changed by another coach or in another tab.');
}

type VersionText = Pick<DrillRow, 'prompt' | 'body' | 'options' | 'reason'>;

/** Whether the given version of a drill has this text. */
async function isUnchanged(
  trx: Trx,
  { id, version }: { id: string; version: number },
  text: VersionText,
): Promise<boolean> {
  const newest = await findDrillVersion(trx, id, version);
  if (!newest) return false;
  const { prompt, body, options, reason } = newest;
  // JSON removes undefined values, as storing does.
  return isDeepStrictEqual({ prompt, body, options, reason }, JSON.parse(JSON.stringify(text)));
}

function requireAnswer({ body, options }: { body: DrillBody; options: readonly WeightedOption[] }): void {
  if (body.kind === 'odds') return;
  const fail = (message: string) => invalidField('options', message);
  if (options.length < 2) throw fail('Name at least 2 options');
  if (body.kind === 'range') {
    if ([...body.cells].some((cell) => Number(cell) >= options.length)) {
      throw fail('The range uses an option that is not named');
    }
  } else if (!hasRightOption(options)) {
    throw fail(`Give one option a weight of at least ${rightFrom}`);
  }
}

/** Removes from the hand of a decision what follows the decision, and what reveals the stakes. */
function withoutOutcome(body: DrillBody): DrillBody {
  if (body.kind !== 'decision') return body;
  return { ...body, hand: withoutStakes(hideFrom(body.hand, body.atAction)) };
}

/** Archives a drill, so that it is no longer asked, or restores it. @throws DomainError not_found */
export async function archiveDrill(
  deps: Deps,
  actor: CoachActor,
  { id, isArchived }: { id: string; isArchived: boolean },
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const known = await lockAcademyDrill(trx, id);
    if (!known) throw notFound('Drill');
    if (isArchived === (known.archived_at !== null)) return;
    await setArchived(trx, id, isArchived ? deps.now() : null);
    const action = isArchived ? 'drill.archived' : 'drill.restored';
    const { question_id: questionId, version } = known;
    const prompt = (await findDrillVersion(trx, id, version))?.prompt;
    await recordAudit(trx, drillEntry(action, actor, { id, questionId, prompt }, metadata));
  });
}

/**
 * Omits the text of a drill that was made from a student's question: the drill is deleted with the student's
 * permission, but the audit log is kept.
 */
function drillEntry(
  action: string,
  actor: CoachActor,
  { id, questionId, prompt }: { id: string; questionId: string | null; prompt: string | undefined },
  metadata: RequestMetadata,
): AuditEntry {
  const details = questionId === null ? { question: prompt } : {};
  return { actorId: actor.userId, action, subjectType: 'drill', subjectId: id, metadata, details };
}

/** Deletes the academy's drills that were made from a question. Past answers still count as study. */
export async function removeDrillsOfQuestion(trx: Trx, questionId: string): Promise<void> {
  await deleteDrillsOfQuestion(trx, questionId);
}
