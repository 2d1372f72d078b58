import type { ColumnType, Generated } from 'kysely';
import type { RangeCells } from '../../../../shared/practice/ranges.ts';
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts';

export type RangesTable = {
  id: Generated<string>;
  /** Null for the academy's ranges. */
  owner_id: string | null;
  name: string;
  situation: Generated<string>;
  /** The cells as edited since the last version; null if nothing was edited. */
  draft: ColumnType<RangeCells | null, string | null | undefined, string | null>;
  /** The number of the newest version; 0 before the first. */
  version: Generated<number>;
  /** Set while a published range of the academy is shown only to coaches. */
  withdrawn_at: NullableTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
};

type RangeVersionsTable = {
  range_id: string;
  version: number;
  cells: Json<RangeCells>;
  note: Generated<string>;
  created_at: Timestamp;
};

type RangeProgressTable = {
  user_id: string;
  range_id: string;
  /** The version that the student trained last. */
  version: number;
  asked: number;
  correct: number;
  trained_at: Timestamp;
};

type RangeMissesTable = {
  user_id: string;
  range_id: string;
  cell: number;
  /** Wrong answers minus later correct ones, at most 9. */
  misses: number;
  last_missed_at: Timestamp;
};

export type RangeTables = {
  ranges: RangesTable;
  range_versions: RangeVersionsTable;
  range_progress: RangeProgressTable;
  range_misses: RangeMissesTable;
};
