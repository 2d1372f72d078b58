import { ExportError, fetchExport } from '../fetch-export.ts';

export type ExportFormat = 'json' | 'csv';

const formats = {
  json: { path: '/api/admin/export-users', failure: 'Failed to export data' },
  csv: { path: '/api/admin/export-users-csv', failure: 'Failed to export CSV data' },
} as const;

/** Fetches all users as one file. @throws ExportError */
export async function exportUsers(format: ExportFormat, today = new Date()) {
  const { path, failure } = formats[format];
  const file = await fetchExport(path, failure, `users-export-${today.toISOString().slice(0, 10)}.${format}`);
  return { ...file, summary: format === 'json' ? await summaryOf(file.blob) : '' };
}

/** Reads only the totals at the start, because the file may be too large to hold as text. */
async function summaryOf(blob: Blob): Promise<string> {
  const head = await blob.slice(0, 300).text();
  const [, users, applications] = /"totalUsers":(\d+),"totalKycApplications":(\d+)/.exec(head) ?? [];
  if (users === undefined) throw new ExportError(formats.json.failure);
  return `${grouped(users)} users and ${grouped(applications)} KYC applications`;
}

const grouped = (digits: string | undefined) => Number(digits).toLocaleString('en-US');
