import { type RawBuilder, sql } from 'kysely';
import { formulaStart } from '../../../shared/csv.ts';

/** Escapes a text for a CSV cell in SQL, so that a spreadsheet does not run it as a formula. */
export function escapeCsvFormula(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case when ${text} ~ ${sql.lit(formulaStart.source)} then '''' || ${text} else ${text} end`;
}
