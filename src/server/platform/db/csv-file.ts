import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Compilable } from 'kysely';
import pg from 'pg';
import { openExport } from './export-stream.ts';

export type CsvFile = { filename: string; contentType: string; body: Readable };

/**
 * Streams the rows of a query as a CSV file with a byte order mark, so that memory does not grow with the table. The
 * query must escape formulas in user input. Destroy the body when the client disconnects, to free the connection.
 * @param name - the name of the file, without the date and `.csv`
 * @throws DomainError busy while two exports are running
 */
export async function openCsvFile(
  deps: { pool: pg.Pool; log: FastifyBaseLogger; now: () => Date },
  query: Compilable,
  name: string,
): Promise<CsvFile> {
  const statement = copyStatement(query);
  const body = await openExport(deps, (snapshot) => withByteOrderMark(snapshot.copy(statement)));
  return {
    filename: `${name}-${deps.now().toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body,
  };
}

/** `copy` takes no parameters, so each value becomes a literal in the SQL. The driver escapes strings. */
function copyStatement(query: Compilable): string {
  const { sql, parameters } = query.compile();
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value === 'string') return pg.escapeLiteral(value);
    throw new Error('a value of another kind cannot be exported');
  });
  return `copy (${text}) to stdout (format csv, header)`;
}

/** Spreadsheets need the byte order mark to decode names correctly. */
export async function* withByteOrderMark(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  yield* rows;
}
