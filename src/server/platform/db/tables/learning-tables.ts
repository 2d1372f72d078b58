import type { ColumnType, Generated } from 'kysely';
import type { accessedKinds } from '../../../../shared/learning/learning.ts';
import type { StudyProfile } from '../../../../shared/learning/study-profile.ts';
import type { Day, DefaultTimestamp, NullableTimestamp } from './column-types.ts';

export type UserProgressTable = {
  user_id: string;
  session_id: number;
  status: 'in_progress' | 'completed';
  started_at: DefaultTimestamp;
  completed_at: NullableTimestamp;
  /** In seconds. */
  time_spent: Generated<number>;
  position_seconds: Generated<number>;
  notes: string | null;
  rating: number | null;
  /** The time up to which the user's learning time has been counted. */
  credited_until: NullableTimestamp;
  updated_at: DefaultTimestamp;
};

/** A user's note: on a session, or on a page of a product's PDF or of a coaching plan. */
export type SessionNotesTable = {
  id: Generated<string>;
  user_id: string;
  session_id: number | null;
  /** Null for a note on the session as a whole, and for a note on a page. */
  at_seconds: number | null;
  product_id: number | null;
  pdf_number: number | null;
  page: number | null;
  /** The hand that the note is about, one of the user's own hands. */
  hand_id: ColumnType<string | null, string | null | undefined, string | null>;
  text: string;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type FileAccessesTable = {
  id: Generated<number>;
  user_id: string;
  kind: AccessedKind;
  product_id: number | null;
  pdf_number: number | null;
  upload_id: string | null;
  title: string;
  content_type: string;
  ip_prefix: string | null;
  opened_at: DefaultTimestamp;
};

/** A user's bookmark: a session (no page), or a page of a PDF. */
export type BookmarksTable = {
  id: Generated<number>;
  user_id: string;
  product_id: number | null;
  pdf_number: number | null;
  page: number | null;
  created_at: DefaultTimestamp;
};

export type ReadingPositionsTable = {
  id: Generated<number>;
  user_id: string;
  /** Null for a coaching plan, which `pdf_number` identifies. */
  product_id: number | null;
  pdf_number: number | null;
  page: number;
  page_count: number;
  /** When the user last reached the last page; null before that. */
  finished_at: NullableTimestamp;
  updated_at: DefaultTimestamp;
};

export type DailyGoalsTable = {
  user_id: string;
  date: Day;
  /** In minutes, like `actual_study_time`. */
  study_time_goal: number | null;
  actual_study_time: Generated<number>;
  sessions_completed: Generated<number>;
  hands_played: number | null;
  win_loss_cents: number | null;
  /** The big blind of that day's cash games. */
  big_blind_cents: number | null;
  tournaments: number | null;
  /** The sum for all of that day's tournaments, including fees and re-entries. */
  buy_ins_cents: number | null;
  notes: string | null;
  completed: Generated<boolean>;
  /** The actual study time in seconds, not rounded down to minutes. */
  study_seconds: Generated<number>;
  /** 1 (bad) to 5 (good). */
  mood: number | null;
  /** The value of `completed` that the user chose; null if it is computed from the study time. */
  completed_forced: boolean | null;
  updated_at: DefaultTimestamp;
};

/** A user's answers to the questions about their study; null for a question that the user skipped. */
type StudyProfilesTable = {
  user_id: string;
  game: StudyProfile['game'];
  stakes: StudyProfile['stakes'];
  aim: StudyProfile['aim'];
  weekly_hours: StudyProfile['weeklyHours'];
  updated_at: DefaultTimestamp;
};

export type AccessedKind = (typeof accessedKinds)[number];

export type LearningTables = {
  user_progress: UserProgressTable;
  session_notes: SessionNotesTable;
  file_accesses: FileAccessesTable;
  reading_positions: ReadingPositionsTable;
  bookmarks: BookmarksTable;
  daily_goals: DailyGoalsTable;
  study_profiles: StudyProfilesTable;
};
