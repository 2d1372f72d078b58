import type { ColumnType } from 'kysely';

/** Read as ISO text by the pool's type parser; written as ISO text or as a `Date`. */
export type Timestamp = ColumnType<string, string | Date, string | Date>;
export type NullableTimestamp = ColumnType<
  string | null,
  string | Date | null | undefined,
  string | Date | null
>;
export type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>;
/** Read and written as `YYYY-MM-DD`. */
export type Day = ColumnType<string, string, string>;
export type NullableDay = ColumnType<string | null, string | null | undefined, string | null>;
/** Written as JSON text, read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
