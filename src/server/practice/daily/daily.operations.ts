import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { isCalendarDay } from '../../../shared/calendar-day.ts';
import { dayMs } from '../../../shared/durations.ts';
import { hideFrom } from '../../../shared/hands/hidden-hand.ts';
import type { Page, pageInput } from '../../../shared/paging.ts';
import {
  type ArchivedDay,
  type answeredDailyView,
  type DailyAnswer,
  type DailyView,
  type dailyAnswerInput,
  dailyBounds,
  type dailyInput,
} from '../../../shared/practice/daily.ts';
import { answersForShares } from '../../../shared/practice/drill-rules.ts';
import { addDays } from '../../../shared/time-zone.ts';
import { isStaff } from '../../access/coach-access.operations.ts';
import { currentPlan } from '../../access/current-plan.operations.ts';
import type { Actor, RequestMetadata } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField, notFound, notSignedIn } from '../../errors.ts';
import { cachedPicture, drawHand, type HandPicture } from '../../hands/hand-picture.ts';
import { countStudy } from '../../learning/goals/goals.operations.ts';
import { limitAddress } from '../../platform/attempt-limits.ts';
import { cachedContent } from '../../platform/db/content-version.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { pageOf, unknownPage } from '../../platform/db/paging.ts';
import { getSettings } from '../../settings/settings.operations.ts';
import { sharesOf } from '../shares.ts';
import {
  countChoices,
  type DailyRow,
  type DailyUser,
  type DailyVisitor,
  deleteVisitorAnswer,
  eraseVisitorKeys,
  findArchive,
  findChoice,
  findDaily,
  hashLength,
  insertAnswer,
  insertVisitorAnswer,
  isHandPublic,
  type StoredAnswer,
} from './daily.queries.ts';
import { createDailyCounts } from './daily-counts.ts';

/** How often each option of a hand of the day was chosen, keyed by the hand's id in `daily_spots`. */
const dailyCounts = createDailyCounts();

/** The study time that each answer of a user adds. */
const studySeconds = 60;

/** The hand of each day, cached so that storing an answer does not read the hand again. */
const cachedDays = cachedContent(
  ['daily_spots', 'products'],
  async (db) => new LRUCache<string, DailyRow>({ max: 40, fetchMethod: (day) => findDaily(db, day) }),
);

async function readDay(deps: Deps, day: string): Promise<DailyRow | undefined> {
  return (await cachedDays(deps.db)).fetch(day);
}

/** Today's date in UTC, so that everyone has the same hand of the day. */
export function todayOf(deps: Pick<Deps, 'now'>): string {
  return deps.now().toISOString().slice(0, 10);
}

/**
 * The hand of the given day, or today's. Includes the solution and the rest of the hand only if the user or visitor has
 * answered, or the day has passed.
 * @throws DomainError not_found for a day without a hand, and for a future day; forbidden for a day before
 * `archiveStart`; not_signed_in for a visitor if only users may see hands of the day
 */
export async function getDaily(
  deps: Deps,
  actor: Actor | null,
  { day = todayOf(deps) }: z.infer<typeof dailyInput>,
  metadata: RequestMetadata,
): Promise<DailyView> {
  const today = todayOf(deps);
  const [row] = await Promise.all([
    day > today ? undefined : readDay(deps, day),
    requireDailyAccess(deps, actor),
  ]);
  if (!row) throw notFound('Hand of the day');
  const since = await archiveStart(deps, actor);
  if (day < since) {
    throw new DomainError(
      'forbidden',
      `Hands of the day that are older than ${dailyBounds.openArchiveDays} days are for members.`,
    );
  }
  const person = personOf(deps, actor, row, metadata);
  const choice = person ? await findChoice(deps.db, row.id, person) : null;
  const { previous_day: previousDay } = row;
  const isToday = day === today;
  return {
    day,
    isToday,
    question: row.question,
    choices: row.options.map(({ label }) => label),
    hand: hideFrom(row.model, row.at_action),
    answer: isToday && choice === null ? null : await answerOf(deps, actor, row, choice),
    previousDay: previousDay !== null && previousDay >= since ? previousDay : null,
  };
}

const notAnswerable = (message: string) => new DomainError('not_answerable', message);

/**
 * Counts one answer to today's hand for each user and each visitor. A repeated answer changes nothing.
 * @throws DomainError not_answerable for a day that is not today or has no hand; invalid_input for an unknown option;
 * too_many_attempts if too many visitors with the same IP address have answered; not_signed_in in the same cases as
 * `getDaily`
 */
export async function answerDaily(
  deps: Deps,
  actor: Actor | null,
  { day, choice }: z.infer<typeof dailyAnswerInput>,
  metadata: RequestMetadata,
): Promise<z.infer<typeof answeredDailyView>> {
  const [row] = await Promise.all([
    day === todayOf(deps) ? readDay(deps, day) : undefined,
    requireDailyAccess(deps, actor),
  ]);
  const person = row && personOf(deps, actor, row, metadata);
  if (!row || !person) {
    const today = todayOf(deps);
    if (day < today) throw notAnswerable('This is no longer the hand of the day.');
    if (day > today) throw notAnswerable('You can answer only today’s hand of the day.');
    throw notAnswerable('There is no hand of the day today.');
  }
  if (choice >= row.options.length) {
    throw invalidField('choice', 'Choose an option');
  }
  const answer = { dailyId: row.id, choice, now: deps.now() };
  const isNew =
    'userId' in person
      ? await answerAsUser(deps, person, visitorOf(deps, row, metadata), answer)
      : await answerAsVisitor(deps, person, answer);
  if (isNew) dailyCounts.add(row.id, choice);
  const counted = isNew ? choice : await findChoice(deps.db, row.id, person);
  return { answer: await answerOf(deps, actor, row, counted) };
}

/**
 * Stores the answer of a user. It replaces an answer that the same browser gave before the user logged in, so that the
 * user counts once.
 * @returns false if the user has answered before
 */
async function answerAsUser(
  deps: Deps,
  { userId }: DailyUser,
  visitor: DailyVisitor | undefined,
  answer: StoredAnswer,
): Promise<boolean> {
  const { dailyId } = answer;
  const stored = await inTransaction(deps.db, async (trx) => {
    if (!(await insertAnswer(trx, { ...answer, userId }))) return undefined;
    const replaced = visitor && (await deleteVisitorAnswer(trx, dailyId, visitor));
    await recordEvent(trx, 'daily_answered', { userId, properties: {}, at: answer.now });
    // `takenBackFrom` concerns only completions that are undone.
    const study = { seconds: studySeconds, completed: false, takenBackFrom: null };
    await countStudy(trx, userId, study, answer.now);
    return { replaced };
  });
  if (stored?.replaced !== undefined) dailyCounts.remove(dailyId, stored.replaced);
  return stored !== undefined;
}

/**
 * Writes nothing but the answer, in one statement: visitors have neither events nor study time.
 * @returns false if the visitor has answered before
 */
async function answerAsVisitor(deps: Deps, visitor: DailyVisitor, answer: StoredAnswer): Promise<boolean> {
  const limit = dailyBounds.visitorsPerIp;
  if (await insertVisitorAnswer(deps.db, { ...answer, visitor, limit })) return true;
  if ((await findChoice(deps.db, answer.dailyId, visitor)) !== null) return false;
  const tomorrow = Date.parse(`${addDays(todayOf(deps), 1)}T00:00:00Z`);
  throw new DomainError('too_many_attempts', 'Too many visitors from your network have answered today.', {
    retryAfterSeconds: Math.ceil((tomorrow - answer.now.getTime()) / 1_000),
  });
}

/**
 * Earlier hands of the day, newest first, back to `archiveStart`.
 * @throws DomainError not_signed_in in the same cases as `getDaily`; the error of `unknownPage` for an invalid cursor
 */
export async function listDailyArchive(
  deps: Deps,
  actor: Actor | null,
  { cursor }: z.infer<typeof pageInput>,
): Promise<Page<ArchivedDay>> {
  await requireDailyAccess(deps, actor);
  if (cursor !== undefined && !isCalendarDay(cursor)) throw unknownPage();
  const today = todayOf(deps);
  const before = cursor !== undefined && cursor < today ? cursor : today;
  const since = await archiveStart(deps, actor);
  const rows = await findArchive(deps.db, { before, since }, dailyBounds.archivePage + 1);
  return pageOf(
    rows.map(({ day, question, hero_position: position }) => ({ day, question, position })),
    dailyBounds.archivePage,
    ({ day }) => day,
  );
}

/** The days whose hands visitors may open, newest first; none if only users may see hands of the day. */
export async function listVisitorDays(deps: Deps): Promise<string[]> {
  if (!(await getSettings(deps)).dailyIsPublic) return [];
  const since = await archiveStart(deps, null);
  const before = addDays(todayOf(deps), 1);
  const rows = await findArchive(deps.db, { before, since }, dailyBounds.openArchiveDays + 1);
  return rows.map(({ day }) => day);
}

/**
 * The picture of a day's hand for link previews, without the solution. Sites that show these previews request it as
 * visitors.
 * @throws DomainError not_found, also for a day that visitors may not open
 */
export async function openDailyPicture(deps: Deps, day: string): Promise<HandPicture> {
  const settings = await getSettings(deps);
  const isOpen =
    settings.dailyIsPublic &&
    isCalendarDay(day) &&
    day <= todayOf(deps) &&
    day >= (await archiveStart(deps, null));
  const row = isOpen ? await readDay(deps, day) : undefined;
  if (!row) throw notFound('Hand of the day');
  return cachedPicture(
    ['daily', row.id, row.question, settings.palette, settings.academyName].join('\n'),
    () =>
      drawHand(hideFrom(row.model, row.at_action), settings, {
        heading: 'Hand of the day',
        question: row.question,
      }),
  );
}

/**
 * Erases what could identify visitors: the hashes from `visitorOf` in answers older than a day, and the salts of past
 * days.
 * @returns the number of answers whose hashes were erased
 */
export function sweepDailyVisitors(deps: Deps): Promise<number> {
  return eraseVisitorKeys(deps.db, new Date(deps.now().getTime() - dayMs), todayOf(deps));
}

/** @returns undefined for a visitor if the hand is not today's */
function personOf(
  deps: Deps,
  actor: Actor | null,
  row: DailyRow,
  metadata: RequestMetadata,
): DailyUser | DailyVisitor | undefined {
  return actor ? { userId: actor.userId } : visitorOf(deps, row, metadata);
}

/**
 * Identifies the visitor by hashes of the IP address and the browser with the day's salt. The salt is erased after
 * the day, so that the hashes can no longer be matched to a visitor.
 * @returns undefined if the hand is not today's
 */
function visitorOf(
  deps: Deps,
  { visitor_salt: salt, day }: DailyRow,
  metadata: RequestMetadata,
): DailyVisitor | undefined {
  if (salt === null || day !== todayOf(deps)) return undefined;
  const hash = (parts: string[]) =>
    deps.sealing.keyedHash('daily visitor', [salt, ...parts].join('\n')).slice(0, hashLength);
  const address = limitAddress(metadata.ip);
  return { addressHash: hash([address]), browserHash: hash([address, metadata.userAgent ?? '']) };
}

async function requireDailyAccess(deps: Deps, actor: Actor | null): Promise<void> {
  if (!actor && !(await getSettings(deps)).dailyIsPublic) throw notSignedIn();
}

/** The earliest day whose hand the user or visitor may open: any day for members, coaches and admins. */
async function archiveStart(deps: Deps, actor: Actor | null): Promise<string> {
  const openSince = addDays(todayOf(deps), -dailyBounds.openArchiveDays);
  if (!actor) return openSince;
  return (await isStaff(deps, actor)) || (await currentPlan(deps, actor.userId)) !== 'free'
    ? '2000-01-01'
    : openSince;
}

async function answerOf(
  deps: Deps,
  actor: Actor | null,
  row: DailyRow,
  choice: number | null,
): Promise<DailyAnswer> {
  const counts = await dailyCounts.read(row.id, () => countChoices(deps.db, row.id));
  const answers = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    choice,
    options: row.options,
    reason: row.reason,
    leak: row.leak,
    answers,
    shares:
      answers < answersForShares ? null : sharesOf(row.options.map((_, index) => counts.get(index) ?? 0)),
    hand: row.model,
    handId: actor && (await isHandPublic(deps.db, row.hand_id)) ? row.hand_id : undefined,
    session:
      row.session_id === null || row.session_title === null || row.session_price === null
        ? null
        : {
            id: row.session_id,
            title: row.session_title,
            priceCents: row.session_price,
            isFree: row.session_free === true,
          },
  };
}
