import type { Generated } from 'kysely';
import type { DeckKind, DrillBody, DrillKind, StudyResource } from '../../../../shared/practice/drills.ts';
import type { LeakId } from '../../../../shared/practice/leaks.ts';
import type { WeightedOption } from '../../../../shared/practice/option-schemas.ts';
import type { Day, Json, NullableDay, NullableTimestamp, Timestamp } from './column-types.ts';

export type DecksTable = {
  id: Generated<string>;
  kind: DeckKind;
  product_id: number | null;
  pdf_number: number | null;
  /** The student whose own deck it is; null for a deck of the academy. */
  owner_id: string | null;
  title: string;
  /** Part of the URL that is printed on stamped PDFs. */
  code: string;
  sort: Generated<number>;
  published_at: NullableTimestamp;
  created_at: Timestamp;
};

export type DrillsTable = {
  id: Generated<string>;
  deck_id: string;
  kind: DrillKind;
  /** The stored hand that the drill was made from. */
  hand_id: string | null;
  question_id: string | null;
  range_id: string | null;
  leak: LeakId | null;
  place: Json<StudyResource> | null;
  sort: Generated<number>;
  /** The number of the newest version. */
  version: Generated<number>;
  archived_at: NullableTimestamp;
  created_by: string | null;
  created_at: Timestamp;
};

export type DrillVersionsTable = {
  drill_id: string;
  version: number;
  prompt: string;
  body: Json<DrillBody>;
  options: Json<WeightedOption[]>;
  reason: string;
  created_by: string | null;
  created_at: Timestamp;
};

type DeckStudentsTable = {
  user_id: string;
  deck_id: string;
  added_at: Timestamp;
  paused_at: NullableTimestamp;
};

export type DrillTriesTable = {
  /** Chosen by the client. */
  id: string;
  user_id: string;
  /** Null after the drill was deleted, for example with its hand. The answer still counts as study on `day`. */
  drill_id: string | null;
  version: number;
  /** Index of the chosen option; in an odds drill, the estimate in percent. */
  chosen: number;
  /** From 0 to 100. */
  score: number;
  /** The rating in FSRS, a spaced-repetition algorithm: 1 again, 2 hard, 3 good, 4 easy. */
  rating: number;
  leak: LeakId | null;
  took_ms: number;
  at: Timestamp;
  /** In the student's time zone. */
  day: Day;
  /** The day on which the drill was due before this answer; null if it was not scheduled yet. */
  due_was: NullableDay;
  /** The desired retention of FSRS: the probability of recall, in percent, at which the drill is due again. */
  retention: number;
  taken_back_at: NullableTimestamp;
};

/** A student's state of a drill in FSRS. Derived from `drill_tries`. */
type DrillStatesTable = {
  user_id: string;
  drill_id: string;
  due_on: Day;
  stability: number;
  difficulty: number;
  reps: number;
  /** How often the student forgot the drill. */
  lapses: number;
  last_on: NullableDay;
  last_rating: number | null;
  /** On this day, the drill is not asked again. */
  buried_on: NullableDay;
};

type DrillReportsTable = { user_id: string; drill_id: string; version: number; created_at: Timestamp };

/** The sessions, PDFs and coaching plans that were suggested to a student as the next thing to study. */
type StudySuggestionsTable = {
  user_id: string;
  kind: StudyResource['kind'];
  place_id: number;
  days_shown: number;
  last_shown_on: Day;
  /** The day on which the student put the suggestion off. */
  put_off_on: NullableDay;
};

export type DrillTables = {
  decks: DecksTable;
  drills: DrillsTable;
  drill_versions: DrillVersionsTable;
  deck_students: DeckStudentsTable;
  drill_tries: DrillTriesTable;
  drill_states: DrillStatesTable;
  drill_reports: DrillReportsTable;
  study_suggestions: StudySuggestionsTable;
};
