import type { Readable } from 'node:stream';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import type { Snapshot } from '../platform/db/copy-out.ts';
import { withByteOrderMark } from '../platform/db/csv-file.ts';
import { openExport } from '../platform/db/export-stream.ts';
import { exportStatements } from './user-exports.queries.ts';

export type ExportFormat = 'json' | 'csv';
export type UsersExportFile = { filename: string; contentType: string; body: Readable };

/**
 * All accounts except deleted ones: as CSV, or as JSON together with all KYC applications. Streamed with backpressure,
 * so that memory use does not depend on the number of users. In CSV, text that users typed cannot run as a formula.
 * Audited before the first byte is sent. The caller must read `body` to its end or destroy it.
 * @throws DomainError step_up_required, busy
 */
export async function exportUsers(
  deps: Deps,
  actor: AdminActor,
  format: ExportFormat,
  metadata: RequestMetadata,
): Promise<UsersExportFile> {
  requireRecentAuthentication(deps, actor);
  const now = deps.now();
  const statements = exportStatements(deps.db, now);
  const body = await openExport(deps, async (snapshot) => {
    const totalUsers = await snapshot.count(statements.countUsers);
    await recordAudit(deps.db, {
      actorId: actor.userId,
      action: 'users.exported',
      subjectType: 'users',
      subjectId: 'all',
      metadata,
      details: { format, users: totalUsers },
    });
    if (format === 'csv') return withByteOrderMark(withCrlf(snapshot.copy(statements.usersCsv)));
    return jsonFile(snapshot, statements, {
      exportedAt: now.toISOString(),
      totalUsers,
      totalKycApplications: await snapshot.count(statements.countApplications),
    });
  });
  return {
    filename: `users-export-${now.toISOString().slice(0, 10)}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    body,
  };
}

/** Ends rows with CRLF (RFC 4180). Form schemas reject line breaks, so each line feed ends a row. */
async function* withCrlf(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** Joins lines with commas. A chunk may end within a line. */
async function* joined(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let endsLine = false;
  for await (const chunk of lines) {
    if (chunk.length === 0) continue;
    if (endsLine) yield Buffer.from(',\n');
    endsLine = chunk.at(-1) === 0x0a;
    yield replaceLineFeeds(endsLine ? chunk.subarray(0, -1) : chunk, ',\n');
  }
}

/** Works on bytes: in UTF-8, a line feed byte never belongs to another character. */
function replaceLineFeeds(chunk: Buffer, by: string): Buffer {
  return Buffer.from(chunk.toString('latin1').replaceAll('\n', by), 'latin1');
}
