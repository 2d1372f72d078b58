import { createEmptyCard, fsrs, type Grade, Rating, State } from 'ts-fsrs';
import { rightFrom } from '../../shared/practice/drill-rules.ts';
import { addDays } from '../../shared/time-zone.ts';

/**
 * The parts of an attempt that the schedule uses. Days are `YYYY-MM-DD`; `retention` is the probability, in percent,
 * with which the student should still know the drill when it is due again.
 */
export type RatedAttempt = { day: string; rating: number; retention: number };

/**
 * The state of a drill for a student in FSRS, a spaced-repetition algorithm. Days are `YYYY-MM-DD`; `stability` is in
 * days; `lapses` counts how often the student forgot the drill.
 */
export type DrillState = {
  dueOn: string;
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  lastOn: string;
  lastRating: number;
};

/** The state of a drill that is due on the given day, if no attempt of the student has changed the schedule yet. */
export const freshState = (dueOn: string) => ({
  dueOn,
  stability: 0,
  difficulty: 0,
  reps: 0,
  lapses: 0,
  lastOn: null,
  lastRating: null,
});
export type FreshState = ReturnType<typeof freshState>;

/** The FSRS rating of a score of 0…100: again, hard or good. Only the student rates an answer as easy. */
export function ratingOf(score: number): number {
  if (score >= rightFrom) return Rating.Good;
  return score >= 30 ? Rating.Hard : Rating.Again;
}

export const easyRating: number = Rating.Easy;

/** In days. With longer intervals, the map of the student's leaks would be out of date. */
const longestInterval = 180;

/**
 * The state of a drill after all attempts at it, by the FSRS algorithm. Only the first attempt of a day counts, so that
 * two devices cannot move a drill by two steps. After a change of time zone, the day of an attempt can be earlier than
 * that of the previous attempt; such an attempt does not count.
 * @param attempts - oldest first
 * @returns null without an attempt
 */
export function stateAfter(attempts: readonly RatedAttempt[]): DrillState | null {
  let state: DrillState | null = null;
  for (const each of attempts) {
    if (state === null || each.day > state.lastOn) state = stateAfterOne(state, each);
  }
  return state;
}

function stateAfterOne(state: DrillState | null, { day, rating, retention }: RatedAttempt): DrillState {
  const scheduler = fsrs({
    request_retention: retention / 100,
    maximum_interval: longestInterval,
    enable_fuzz: false,
    enable_short_term: false,
  });
  const card =
    state === null
      ? createEmptyCard(noon(day))
      : {
          due: noon(state.dueOn),
          stability: state.stability,
          difficulty: state.difficulty,
          elapsed_days: 0,
          scheduled_days: 0,
          learning_steps: 0,
          reps: state.reps,
          lapses: state.lapses,
          state: State.Review,
          last_review: noon(state.lastOn),
        };
  const grade = grades.find((known) => known === rating) ?? Rating.Again;
  const { card: next } = scheduler.next(card, noon(day), grade);
  const dueOn = next.due.toISOString().slice(0, 10);
  const latest = addDays(day, longestInterval);
  return {
    // The scheduler can exceed its maximum by a day or two, so that better ratings have longer intervals.
    dueOn: dueOn < latest ? dueOn : latest,
    stability: next.stability,
    difficulty: next.difficulty,
    reps: next.reps,
    lapses: next.lapses,
    lastOn: day,
    lastRating: rating,
  };
}

const grades: readonly Grade[] = [Rating.Again, Rating.Hard, Rating.Good, Rating.Easy];

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
