import type { SaveGoalInput } from '../../../shared/learning/goals.ts';
import type { GoalRow } from './goals.queries.ts';

/** A day without entries. */
export function emptyRow(userId: string, date: string, studyTimeGoal: number | null): GoalRow {
  return {
    user_id: userId,
    date,
    study_time_goal: studyTimeGoal,
    actual_study_time: 0,
    study_seconds: 0,
    sessions_completed: 0,
    hands_played: null,
    win_loss_cents: null,
    big_blind_cents: null,
    tournaments: null,
    buy_ins_cents: null,
    mood: null,
    notes: null,
    completed: false,
    completed_forced: null,
    updated_at: new Date(0).toISOString(),
  };
}

/** The row of a day after the user has saved these fields. Omitted fields stay; null clears a field. */
export function changedRow(before: GoalRow, input: SaveGoalInput, now: Date): GoalRow {
  const minutes = input.actualStudyTime ?? before.actual_study_time;
  return withCompletion({
    ...before,
    study_time_goal: orPrevious(input.studyTimeGoal, before.study_time_goal),
    actual_study_time: minutes,
    // Keeps the seconds beyond the last whole minute, unless the minutes change.
    study_seconds: minutes === before.actual_study_time ? before.study_seconds : minutes * 60,
    sessions_completed: input.sessionsCompleted ?? before.sessions_completed,
    hands_played: orPrevious(input.handsPlayed, before.hands_played),
    win_loss_cents: orPrevious(input.winLoss, before.win_loss_cents),
    big_blind_cents: orPrevious(input.bigBlind, before.big_blind_cents),
    tournaments: orPrevious(input.tournaments, before.tournaments),
    buy_ins_cents: orPrevious(input.buyIns, before.buy_ins_cents),
    mood: orPrevious(input.mood, before.mood),
    notes: input.notes === '' ? null : orPrevious(input.notes, before.notes),
    completed_forced: orPrevious(input.completed, before.completed_forced),
    updated_at: now.toISOString(),
  });
}

/**
 * The row of a day after study time was added. `sessions` is the number of sessions completed, or negative if sessions
 * were reopened.
 */
export function studiedRow(before: GoalRow, seconds: number, sessions: number, now: Date): GoalRow {
  const total = before.study_seconds + seconds;
  return withCompletion({
    ...before,
    study_seconds: total,
    actual_study_time: Math.floor(total / 60),
    sessions_completed: Math.max(0, before.sessions_completed + sessions),
    updated_at: now.toISOString(),
  });
}

function orPrevious<T>(value: T | null | undefined, before: T | null): T | null {
  return value === undefined ? before : value;
}

/**
 * The user's choice decides whether the day is completed. If the user has not chosen, the day is completed if the study
 * time has reached a goal above 0.
 */
function withCompletion(row: GoalRow): GoalRow {
  const goal = row.study_time_goal ?? 0;
  const isReached = goal > 0 && row.actual_study_time >= goal;
  return { ...row, completed: row.completed_forced ?? isReached };
}
