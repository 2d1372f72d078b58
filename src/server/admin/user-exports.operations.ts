import { Readable } from 'node:stream';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { openSnapshot, type Snapshot } from '../platform/db/copy-out.ts';
import { exportStatements } from './user-exports.queries.ts';

export type ExportFormat = 'json' | 'csv';
export type UsersExportFile = { filename: string; contentType: string; body: Readable };

/** Each occupies a connection for as long as the client reads. */
const maxConcurrentExports = 2;
let running = 0;

/**
 * All accounts as a file, read as fast as it is fetched: memory does not grow with the academy. Safe
 * against formulas, audited before the first byte leaves. Destroy the body when nobody reads on.
 * @throws DomainError step_up_required, busy
 */
export async function exportUsers(
  deps: Deps,
  actor: AdminActor,
  format: ExportFormat,
  origin: Origin,
): Promise<UsersExportFile> {
  requireRecentAuthentication(deps, actor);
  if (running >= maxConcurrentExports) {
    throw new DomainError('busy', 'Another export is still running. Try again when it is done.', {
      retryAfterSeconds: 10,
    });
  }
  running += 1;
  let snapshot: Snapshot | undefined;
  const end = async () => {
    running -= 1;
    await snapshot?.close();
  };
  try {
    const now = deps.now();
    const statements = exportStatements(deps.db, now);
    snapshot = await openSnapshot(deps.pool);
    const totalUsers = await snapshot.count(statements.countUsers);
    await recordAudit(deps.db, {
      actorId: actor.userId,
      action: 'users.exported',
      subjectType: 'users',
      subjectId: 'all',
      origin,
      details: { format, users: totalUsers },
    });
    const chunks =
      format === 'csv'
        ? csvFile(snapshot.copy(statements.usersCsv))
        : jsonFile(snapshot, statements, {
            exportedAt: now.toISOString(),
            totalUsers,
            totalKycApplications: await snapshot.count(statements.countApplications),
          });
    const body = Readable.from(chunks, { objectMode: false });
    body.once('close', () => {
      end().catch((error: unknown) => deps.log.error({ err: error }, 'an export was not closed'));
    });
    return {
      filename: `users-export-${now.toISOString().slice(0, 10)}.${format}`,
      contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      body,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** RFC 4180 with a byte order mark, so that spreadsheets read names right. */
async function* csvFile(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  // Forms reject line breaks, so each one in the file ends a row.
  for await (const chunk of rows) yield replaceLineFeeds(chunk, '\r\n');
}

async function* jsonFile(
  snapshot: Snapshot,
  statements: { usersJson: string; applicationsJson: string },
  head: Record<string, unknown>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},\n"users":[\n`);
  yield* joined(snapshot.copy(statements.usersJson));
  yield Buffer.from('],\n"kycApplications":[\n');
  yield* joined(snapshot.copy(statements.applicationsJson));
  yield Buffer.from(']}\n');
}

/** Lines with a comma between them, however the chunks are cut. */
async function* joined(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isLineOver = false;
  for await (const chunk of lines) {
    if (chunk.length === 0) continue;
    if (isLineOver) yield Buffer.from(',\n');
    isLineOver = chunk.at(-1) === 0x0a;
    yield replaceLineFeeds(isLineOver ? chunk.subarray(0, -1) : chunk, ',\n');
  }
}

/** Byte by byte: a line feed is never a part of another character in UTF-8. */
function replaceLineFeeds(chunk: Buffer, by: string): Buffer {
  return Buffer.from(chunk.toString('latin1').replaceAll('\n', by), 'latin1');
}
