import type { Generated } from 'kysely';
import type { LeakId } from '../../../../shared/practice/leaks.ts';
import type { WeightedOption } from '../../../../shared/practice/option-schemas.ts';
import type { Day, Json, Timestamp } from './column-types.ts';

export type DailySpotsTable = {
  id: Generated<string>;
  day: Day;
  /** A decision in a hand: a row of `spots`. */
  spot_id: string;
  question: string;
  options: Json<WeightedOption[]>;
  reason: string;
  leak: LeakId | null;
  /** The session that teaches this decision. */
  product_id: number | null;
  /** The salt of `visitor_key` for answers of this day; null after the day. */
  visitor_salt: Generated<string | null>;
  created_by: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

type DailyAnswersTable = {
  id: Generated<string>;
  daily_id: string;
  user_id: string | null;
  /** Salted hashes of the IP address and the browser; null for users, and for visitors a day after their answer. */
  visitor_key: string | null;
  /** Index of the chosen option. */
  choice: number;
  created_at: Timestamp;
};

export type DailyTables = { daily_spots: DailySpotsTable; daily_answers: DailyAnswersTable };
