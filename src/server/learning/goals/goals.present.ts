import type { GoalDay } from '../../../shared/learning/goals.ts';
import type { GoalRow } from './goals.queries.ts';

export function presentDay(row: GoalRow): GoalDay {
  return {
    date: row.date,
    studyTimeGoal: row.study_time_goal,
    actualStudyTime: row.actual_study_time,
    sessionsCompleted: row.sessions_completed,
    handsPlayed: row.hands_played,
    winLoss: row.win_loss_cents,
    mood: row.mood,
    notes: row.notes,
    completed: row.completed,
    completedForced: row.completed_forced,
  };
}
