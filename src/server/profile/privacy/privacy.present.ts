import { type DataExport, privacyTerms } from '../../../shared/profile/privacy.ts';
import type { DataExportRow } from './privacy.queries.ts';

/** A failed copy does not count. */
export function nextExportAt(row: DataExportRow): Date {
  const wait = row.status === 'failed' ? 0 : privacyTerms.exportEveryHours * 60 * 60 * 1000;
  return new Date(Date.parse(row.requested_at) + wait);
}

/** The copy as its owner sees it; what is over counts as expired before the sweep has come. */
export function presentExport(row: DataExportRow, now: Date): DataExport {
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime();
  return {
    id: row.id,
    status: row.status === 'ready' && isOver ? 'expired' : row.status,
    sizeBytes: row.size_bytes,
    requestedAt: row.requested_at,
    readyAt: row.ready_at,
    expiresAt: row.expires_at,
    nextAt: nextExportAt(row).toISOString(),
  };
}
