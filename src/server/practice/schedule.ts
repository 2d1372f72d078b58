import { createEmptyCard, fsrs, type Grade, Rating, State } from 'ts-fsrs';
import { rightFrom } from '../../shared/practice/drill-rules.ts';
import { addDays } from '../../shared/time-zone.ts';

/** The parts of a try that the schedule uses. Days are `YYYY-MM-DD`. */
export type CountedTry = { day: string; rating: number; retention: number };

export type DrillState = {
  dueOn: string;
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  lastOn: string;
  lastRating: number;
};

/** How well the student knew it, for the schedule: again, hard or good. Easy is only chosen by the student. */
export function ratingOf(score: number): number {
  if (score >= rightFrom) return Rating.Good;
  return score >= 30 ? Rating.Hard : Rating.Again;
}

export const easyRating: number = Rating.Easy;

/** Half a year: a drill that is never asked again would leave the student's leaks out of date. */
const longestInterval = 180;

/**
 * When a drill returns, from all of its tries, oldest first. Of several tries on a day, the first counts, so that
 * two devices cannot move a drill by two steps; a day before the last one, after a change of time zone, counts for
 * nothing.
 * @returns null without a try
 */
export function stateAfter(tries: readonly CountedTry[]): DrillState | null {
  let state: DrillState | null = null;
  for (const each of tries) {
    if (state === null || each.day > state.lastOn) state = stateAfterOne(state, each);
  }
  return state;
}

function stateAfterOne(state: DrillState | null, { day, rating, retention }: CountedTry): DrillState {
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
    // The scheduler goes beyond its maximum by a day or two, to order the ratings.
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
