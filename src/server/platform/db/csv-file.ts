import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Compilable } from 'kysely';
import pg from 'pg';
import { DomainError } from '../../errors.ts';
import { openSnapshot, type Snapshot } from './copy-out.ts';

export type CsvFile = { filename: string; contentType: string; body: Readable };

/** An export holds a database connection until its reader has finished. */
const maxConcurrentExports = 2;
let running = 0;

/**
 * Streams the rows of a query as a CSV file with a byte order mark, so that memory does not grow with the table. The
 * query must escape formulas in user input. Destroy the body when the client disconnects, to free the connection.
 * @param name of the file, without the date and `.csv`
 * @throws DomainError busy while two exports are running
 */
export async function openCsvFile(
  deps: { pool: pg.Pool; log: FastifyBaseLogger; now: () => Date },
  query: Compilable,
  name: string,
): Promise<CsvFile> {
  if (running >= maxConcurrentExports) {
    throw new DomainError('busy', 'Another export is still running. Try again when it is done.', {
      retryAfterSeconds: 10,
    });
  }
  // Converted first: if this fails, no export is counted and no connection is open.
  const statement = copyStatement(query);
  running += 1;
  let snapshot: Snapshot;
  try {
    snapshot = await openSnapshot(deps.pool);
  } catch (error) {
    running -= 1;
    throw error;
  }
  const body = Readable.from(withByteOrderMark(snapshot.copy(statement)), { objectMode: false });
  body.once('close', () => {
    running -= 1;
    snapshot.close().catch((error: unknown) => deps.log.error({ err: error }, 'an export was not closed'));
  });
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
async function* withByteOrderMark(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  yield* rows;
}
