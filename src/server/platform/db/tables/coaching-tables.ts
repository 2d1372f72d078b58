import type { Generated } from 'kysely';
import type { ActionComment, PlaceOfAnswer } from '../../../../shared/coaching/answers.ts';
import type { BriefShares } from '../../../../shared/coaching/brief.ts';
import type { Material } from '../../../../shared/coaching/homework.ts';
import type { QuestionStatus, ReturnReason } from '../../../../shared/coaching/question-status.ts';
import type { LeakId } from '../../../../shared/practice/leaks.ts';
import type { WeightedOption } from '../../../../shared/practice/option-schemas.ts';
import type { Json, NullableDay, NullableTimestamp, Timestamp } from './column-types.ts';

type CoachesTable = {
  user_id: string;
  display_name: string;
  about: Generated<string>;
  active: Generated<boolean>;
  /**
   * The number of questions that the coach can answer in a week. The sum of these numbers, for the active coaches who
   * can log in, is the maximum number of open questions.
   */
  weekly_capacity: Generated<number>;
  granted_by: string | null;
  created_at: Timestamp;
};

/** A decision in a hand. Questions of students and hands of the day are about such decisions. */
type SpotsTable = {
  id: Generated<string>;
  hand_id: string;
  /** Index of the hero's action. */
  at_action: number;
  created_by: string | null;
  created_at: Timestamp;
};

export type QuestionsTable = {
  id: Generated<string>;
  student_id: string;
  /** Null after the student deleted the hand, as is `spot_id`. */
  hand_id: string | null;
  spot_id: string | null;
  street: 'preflop' | 'flop' | 'turn' | 'river';
  status: QuestionStatus;
  thought: string;
  question: string;
  leak: LeakId | null;
  /** Whether the academy may use the hand in its library, without the student's name. */
  allow_library: boolean;
  show_stakes: boolean;
  queued_at: Timestamp;
  due_at: Timestamp;
  claimed_by: string | null;
  claimed_at: NullableTimestamp;
  answered_at: NullableTimestamp;
  reopened_at: NullableTimestamp;
  follow_up: string | null;
  returned_at: NullableTimestamp;
  return_reason: ReturnReason | null;
  return_text: string | null;
  /** When the student was notified that the answer is late. */
  late_told_at: NullableTimestamp;
  /** When the student asked to see the answer. */
  revealed_at: NullableTimestamp;
  /**
   * The day of `revealed_at` in the student's time zone at that moment. Also null if the student saw the answer before
   * this column was added.
   */
  revealed_on: NullableDay;
  /** What the student chose before seeing the answer. */
  tried: string | null;
  /** The student's rating of the answer, 1 to 3. */
  helpful: number | null;
};

export type CoachAnswersTable = {
  id: Generated<string>;
  question_id: string;
  /** 1: the answer; 2: the answer to the follow-up question. */
  round: 1 | 2;
  reason: string;
  options: Json<WeightedOption[]>;
  comments: Json<ActionComment[]>;
  leak: LeakId | null;
  place: Json<PlaceOfAnswer> | null;
  voice_upload_id: string | null;
  voice_seconds: number | null;
  voice_transcript: string | null;
  created_by: string | null;
  created_at: Timestamp;
};

type CoachPhrasesTable = { id: Generated<string>; coach_id: string; text: string; created_at: Timestamp };

/** One row for each question that a student may ask. */
export type QuestionCreditsTable = {
  id: Generated<string>;
  student_id: string;
  source: 'plan' | 'product' | 'welcome' | 'grant' | 'returned';
  /** The month, the purchase, the grant or the question that the credit comes from; `verified` for welcome credits. */
  source_key: string;
  /** Numbers the credits with the same source and key: 1, 2 and so on. */
  number: number;
  /** The subscription that gave a credit of the source `plan`; null if a granted membership gave it. */
  subscription_id: string | null;
  valid_from: Timestamp;
  /** Null: the credit does not expire. */
  expires_at: NullableTimestamp;
  question_id: string | null;
  /** Set while the credit's purchase gives no access, or while the credit's subscription is suspended. */
  voided_at: NullableTimestamp;
  granted_by: string | null;
  grant_reason: string | null;
  created_at: Timestamp;
};

/** Which blocks of their brief a student shows to the coaches. */
type BriefSharesTable = BriefShares & { student_id: string; updated_at: Timestamp };

export type HomeworkTable = {
  id: string;
  student_id: string;
  coach_id: string | null;
  text: string;
  material: Json<Material> | null;
  due_on: NullableDay;
  done_at: NullableTimestamp;
  created_at: Timestamp;
};

export type CoachingTables = {
  coaches: CoachesTable;
  spots: SpotsTable;
  questions: QuestionsTable;
  coach_answers: CoachAnswersTable;
  coach_phrases: CoachPhrasesTable;
  question_credits: QuestionCreditsTable;
  brief_shares: BriefSharesTable;
  homework: HomeworkTable;
};
