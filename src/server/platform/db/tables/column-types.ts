import type { ColumnType } from 'kysely';

/** ISO text out (the pool's parser), ISO text or Date in. */
export type Timestamp = ColumnType<string, string | Date, string | Date>;
export type NullableTimestamp = ColumnType<
  string | null,
  string | Date | null | undefined,
  string | Date | null
>;
export type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>;
/** `YYYY-MM-DD` text both ways. */
export type Day = ColumnType<string, string, string>;
export type NullableDay = ColumnType<string | null, string | null | undefined, string | null>;
/** Written as JSON text, read parsed. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
