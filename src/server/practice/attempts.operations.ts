import type { z } from 'zod';
import { dayMs } from '../../shared/durations.ts';
import { rightFrom, takeBackSeconds } from '../../shared/practice/drill-rules.ts';
import {
  type AttemptInput,
  drillBounds,
  type reportUnclearInput,
  type Solution,
  type takeBackInput,
} from '../../shared/practice/drills.ts';
import { localDay } from '../../shared/time-zone.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound } from '../errors.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { getSettings } from '../settings/settings.operations.ts';
import {
  type AttemptRow,
  buryDrill,
  countChoices,
  deleteState,
  findAttempt,
  findAttempts,
  findDueDay,
  hasAttempted,
  insertAttempt,
  insertReport,
  lockSchedule,
  saveState,
  updateAttempt,
} from './attempts.queries.ts';
import { findOpenDeck } from './decks.operations.ts';
import { type DeckRow, joinDeck } from './decks.queries.ts';
import { scoreOf, weightedOptions } from './drills.present.ts';
import { type DrillRow, findDrill, findDrillVersion } from './drills.queries.ts';
import { pathOfResource } from './resource-path.ts';
import { easyRating, freshState, ratingOf, stateAfter } from './schedule.ts';
import { sharesOf } from './shares.ts';
import { findResourceTitles } from './study-resources.queries.ts';

/**
 * Stores what the student chose and returns the solution. The attempt is scored by the version of the drill that the
 * student saw. Sending an attempt again changes nothing, and returns the solution even if access has ended meanwhile.
 * @throws DomainError not_found for an unknown drill, one that was archived before the answer, an unknown version, and
 * an id that the student used for another drill or version; not_found and forbidden as `findOpenDeck`; invalid_input
 * for an option that the drill does not have; conflict for an attempt that was taken back
 */
export async function attemptDrill(deps: Deps, actor: Actor, input: AttemptInput): Promise<Solution> {
  const drill = await findDrillVersion(deps.db, input.drillId, input.version);
  if (!drill) throw notFound('Drill');
  const attempt =
    (await findAttempt(deps.db, actor.userId, input.id)) ?? (await storeAttempt(deps, actor, drill, input));
  if (attempt.drill_id !== drill.id || attempt.version !== input.version) throw notFound('Drill');
  if (attempt.taken_back_at !== null) throw new DomainError('conflict', 'You took this answer back.');
  return solutionOf(deps, actor, drill, attempt);
}

type StoredAttempt = Pick<AttemptRow, 'id' | 'drill_id' | 'version' | 'chosen' | 'score' | 'taken_back_at'>;

/** @returns the attempt, or the stored one if the student used the id before */
async function storeAttempt(
  deps: Deps,
  actor: Actor,
  drill: DrillRow,
  input: AttemptInput,
): Promise<StoredAttempt> {
  const deck = await findDeckFor(deps, actor, drill);
  const score = scoreOf(drill, input.chosen);
  if (score === undefined) throw invalidField('chosen', 'Choose one of the options');
  const [timeZone, { desiredRetention }] = await Promise.all([timeZoneOf(deps, actor), getSettings(deps)]);
  const at = momentOf(deps, input.agoMs);
  return inTransaction(deps.db, async (trx) => {
    await lockSchedule(trx, actor.userId);
    const known = await findAttempt(trx, actor.userId, input.id);
    if (known) return known;
    requireNotArchivedBefore(deps, drill, input.agoMs);
    const row = {
      id: input.id,
      user_id: actor.userId,
      drill_id: drill.id,
      version: input.version,
      chosen: input.chosen,
      score,
      rating: ratingOf(score),
      leak: drill.leak,
      took_ms: Math.min(input.tookMs, drillBounds.tookMs),
      at,
      day: localDay(at, timeZone),
      due_was: await findDueDay(trx, actor.userId, drill.id),
      retention: desiredRetention,
    };
    await insertAttempt(trx, row);
    await joinDeck(trx, { userId: actor.userId, deckId: drill.deck_id, now: deps.now() });
    await schedule(trx, actor.userId, drill.id);
    const properties = { deckKind: deck.kind, score };
    await recordEvent(trx, 'drill_tried', { userId: actor.userId, properties, at: deps.now() });
    return { ...row, taken_back_at: null };
  });
}

/** The student could open the deck when the drill was shown. An answer that waited to be sent may come too late. */
async function findDeckFor(deps: Deps, actor: Actor, drill: DrillRow): Promise<DeckRow> {
  try {
    return await findOpenDeck(deps, actor, drill.deck_id);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'forbidden')) throw error;
    const { code, message, fields = {} } = error;
    const ended = 'Your access to these drills ended before the answer was sent.';
    throw new DomainError(code, `${ended} ${message}`, { fields });
  }
}

/**
 * The time of an action that the browser sent `agoMs` later, for example after being offline; at most `lateDays` ago.
 */
function momentOf(deps: Deps, agoMs: number): Date {
  return new Date(deps.now().getTime() - Math.min(agoMs, drillBounds.lateDays * dayMs));
}

/** Rejects an answer that was given after the drill was archived, but not one that was given before and sent later. */
function requireNotArchivedBefore(deps: Deps, { archived_at: archivedAt }: DrillRow, agoMs: number): void {
  if (archivedAt !== null && deps.now().getTime() - agoMs >= Date.parse(archivedAt)) {
    throw new DomainError(
      'not_found',
      'This drill was withdrawn before you answered it, so the answer does not count.',
    );
  }
}

/**
 * Computes the drill's schedule from all attempts that count, and stores it. If none counts, the drill is due as it was
 * before the first attempt, or is not scheduled if it was not scheduled then.
 */
async function schedule(trx: Trx, userId: string, drillId: string): Promise<void> {
  const attempts = await findAttempts(trx, userId, drillId);
  const counted = stateAfter(attempts.filter(({ taken_back_at: takenBackAt }) => takenBackAt === null));
  // The drill was new for one of the attempts, which need not be the earliest: an answer may be sent late.
  const wasNew = attempts.some(({ due_was: dueWas }) => dueWas === null);
  const dueWas = wasNew ? null : (attempts[0]?.due_was ?? null);
  const state = counted ?? (dueWas === null ? null : freshState(dueWas));
  if (state) await saveState(trx, { userId, drillId }, state);
  else await deleteState(trx, userId, drillId);
}

async function solutionOf(
  deps: Deps,
  actor: Actor,
  drill: DrillRow,
  attempt: StoredAttempt,
): Promise<Solution> {
  const options = weightedOptions(drill);
  const { place, body } = drill;
  const [titles, choices, dueOn] = await Promise.all([
    place === null ? [] : findResourceTitles(deps.db, [place]),
    countChoices(deps.db, { drillId: drill.id, version: attempt.version, userId: actor.userId }),
    findDueDay(deps.db, actor.userId, drill.id),
  ]);
  const others = choices.reduce((sum, { count }) => sum + count, 0);
  const [title] = titles;
  return {
    attemptId: attempt.id,
    drillId: drill.id,
    chosen: attempt.chosen,
    score: attempt.score,
    isRight: attempt.score >= rightFrom,
    options,
    answer: body.kind === 'odds' ? body.answer : null,
    cells: body.kind === 'range' ? body.cells : null,
    reason: drill.reason,
    leak: drill.leak,
    place: place && title ? { title: title.title, path: pathOfResource(place) } : null,
    others:
      options.length === 0 || others < drillBounds.othersFrom
        ? null
        : sharesOf(options.map((_, index) => choices.find(({ chosen }) => chosen === index)?.count ?? 0)),
    dueOn: drill.archived_at === null ? dueOn : null,
  };
}

/**
 * Rates a right answer of the student as easy, so that the drill is due later.
 * @throws DomainError not_found; conflict for a wrong answer
 */
export async function markEasy(deps: Deps, actor: Actor, id: string): Promise<void> {
  await changeAttempt(deps, actor, id, (row) => {
    if (row.score < rightFrom) throw new DomainError('conflict', 'Only a right answer can be easy.');
    return { rating: easyRating };
  });
}

/**
 * Takes an answer of the student back, so that it no longer counts. Repeating it changes nothing.
 * @throws DomainError not_found; conflict if it is too late
 */
export async function takeBack(
  deps: Deps,
  actor: Actor,
  { id, agoMs }: z.infer<typeof takeBackInput>,
): Promise<void> {
  const now = deps.now();
  const pressedAt = momentOf(deps, agoMs);
  await changeAttempt(deps, actor, id, (row) => {
    if (row.taken_back_at !== null) return {};
    if (pressedAt.getTime() - Date.parse(row.at) > takeBackSeconds * 1_000) {
      throw new DomainError('conflict', `An answer can be taken back for ${takeBackSeconds} seconds.`);
    }
    return { taken_back_at: now };
  });
}

async function changeAttempt(
  deps: Deps,
  actor: Actor,
  id: string,
  change: (row: AttemptRow) => Parameters<typeof updateAttempt>[2],
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await lockSchedule(trx, actor.userId);
    const row = await findAttempt(trx, actor.userId, id);
    if (!row?.drill_id) throw notFound('Answer');
    const values = change(row);
    if (Object.keys(values).length === 0) return;
    await updateAttempt(trx, row, values);
    await schedule(trx, actor.userId, row.drill_id);
  });
}

/** Skips a drill for the rest of the student's day. Changes nothing for a drill that is not scheduled. */
export async function bury(deps: Deps, actor: Actor, drillId: string): Promise<void> {
  await buryDrill(deps.db, actor.userId, drillId, localDay(deps.now(), await timeZoneOf(deps, actor)));
}

/**
 * Reports that a version of a drill is unclear: `version`, which the student saw, or the newest version if `version` is
 * omitted. Repeating the report changes nothing.
 * @throws DomainError not_found; forbidden as `findOpenDeck`; conflict if the student has not answered the drill
 */
export async function reportUnclear(
  deps: Deps,
  actor: Actor,
  { id: drillId, version: seen }: z.infer<typeof reportUnclearInput>,
): Promise<void> {
  const drill = await (seen === undefined
    ? findDrill(deps.db, drillId)
    : findDrillVersion(deps.db, drillId, seen));
  if (!drill || drill.archived_at !== null) throw notFound('Drill');
  await findOpenDeck(deps, actor, drill.deck_id);
  if (!(await hasAttempted(deps.db, actor.userId, drillId))) {
    throw new DomainError('conflict', 'Answer the drill first.');
  }
  const version = seen ?? drill.version;
  await insertReport(deps.db, { userId: actor.userId, drillId, version, now: deps.now() });
}
