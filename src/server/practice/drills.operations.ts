import { drillsIn } from '../../shared/practice/drill-rules.ts';
import {
  type AskDrillsInput,
  type DrillView,
  drillBounds,
  type Practice,
} from '../../shared/practice/drills.ts';
import { addDays, localDay } from '../../shared/time-zone.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findOpenDeck, openDecks, presentDecks } from './decks.operations.ts';
import type { DeckRow } from './decks.queries.ts';
import { presentDrill, presentLast } from './drills.present.ts';
import {
  findDrillsById,
  findDue,
  findOfDeck,
  findOfLeak,
  findStudentDays,
  updateDrillMinutes,
} from './drills.queries.ts';

/** What the student can practice today. Due drills that do not fit in the student's minutes are left out. */
export async function getPractice(deps: Deps, actor: Actor): Promise<Practice> {
  const [decks, day] = await Promise.all([openDecks(deps, actor), dayOf(deps, actor)]);
  const { today, attemptedToday, minutes } = day;
  const [due, views] = await Promise.all([
    dueToday(deps, actor, decks, day),
    presentDecks(deps, actor, decks),
  ]);
  return {
    due: due.map((row) => ({
      drillId: row.id,
      deckTitle: titleOf(decks, row.deck_id),
      leak: row.leak,
      last: presentLast(row),
    })),
    today,
    attemptedToday,
    minutes,
    decks: views,
  };
}

type StudentDay = { today: string; minutes: number; attemptedToday: number };

/** The student's local day, how many minutes a day they want to practice, and how many drills they answered today. */
async function dayOf(deps: Deps, { userId }: Actor): Promise<StudentDay> {
  const now = deps.now();
  const utcDay = localDay(now, null);
  // In every time zone, today is one of these three days.
  const around = { from: addDays(utcDay, -1), to: addDays(utcDay, 1) };
  const [days, { drillMinutes }] = await Promise.all([
    findStudentDays(deps.db, userId, around),
    getSettings(deps),
  ]);
  // If the student answered no drill on these days, there is still one row, with the time zone and the minutes.
  const today = localDay(now, days[0]?.time_zone ?? null);
  return {
    today,
    minutes: days[0]?.drill_minutes ?? drillMinutes,
    attemptedToday: days.find(({ day }) => day === today)?.tried ?? 0,
  };
}

function dueToday(
  deps: Deps,
  { userId }: Actor,
  decks: readonly DeckRow[],
  { today, minutes, attemptedToday }: StudentDay,
) {
  const limit = Math.min(drillBounds.loaded, Math.max(0, drillsIn(minutes) - attemptedToday));
  const deckIds = decks.filter((deck) => !deck.is_paused).map(({ id }) => id);
  return findDue(deps.db, { userId, today, deckIds, limit });
}

/** Stores how many minutes a day the student wants to practice. */
export async function setMinutes(deps: Deps, { userId }: Actor, minutes: number): Promise<void> {
  await updateDrillMinutes(deps.db, userId, minutes);
}

const titleOf = (decks: readonly DeckRow[], id: string) => decks.find((deck) => deck.id === id)?.title ?? '';

/**
 * Drills to answer: the due ones, those of a deck, or those of a leak. Omits the solutions.
 * @throws DomainError not_found and forbidden as `findOpenDeck`
 */
export async function askDrills(deps: Deps, actor: Actor, input: AskDrillsInput): Promise<DrillView[]> {
  const { userId } = actor;
  if (input.from === 'deck') {
    const [deck, { minutes }] = await Promise.all([
      findOpenDeck(deps, actor, input.deckId),
      dayOf(deps, actor),
    ]);
    const limit = Math.min(drillsIn(minutes), drillBounds.loaded);
    const rows = await findOfDeck(deps.db, userId, { deckId: deck.id, drillId: input.drillId, limit });
    return rows.map((row) => presentDrill(row, deck.title));
  }
  if (input.from === 'leak') {
    const decks = await openDecks(deps, actor);
    const deckIds = decks.map(({ id }) => id);
    const rows = await findOfLeak(deps.db, userId, { leak: input.leak, deckIds, limit: drillBounds.loaded });
    return rows.map((row) => presentDrill(row, titleOf(decks, row.deck_id)));
  }
  const [decks, day] = await Promise.all([openDecks(deps, actor), dayOf(deps, actor)]);
  const due = await dueToday(deps, actor, decks, day);
  const rows = await findDrillsById(
    deps.db,
    userId,
    due.map(({ id }) => id),
  );
  return rows.map((row) => presentDrill(row, titleOf(decks, row.deck_id)));
}
