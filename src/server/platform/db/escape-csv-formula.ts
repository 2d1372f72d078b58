import { type RawBuilder, sql } from 'kysely';
import { formulaStart } from '../../../shared/csv.ts';

/** A text for a cell of a table that the database writes itself: no spreadsheet runs it as a formula. */
export function escapeCsvFormula(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case when ${text} ~ ${sql.lit(formulaStart.source)} then '''' || ${text} else ${text} end`;
}
