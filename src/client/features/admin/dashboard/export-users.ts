import { z } from 'zod';
import { fetchWithProof } from '../../../lib/fetch-with-proof.ts';

export type ExportFormat = 'json' | 'csv';

const formats = {
  json: { path: '/api/admin/export-users', failure: 'Failed to export data' },
  csv: { path: '/api/admin/export-users-csv', failure: 'Failed to export CSV data' },
} as const;

export type UsersExport = { blob: Blob; fileName: string; summary: string };

/**
 * A failed export. `message` is for the user. `reason` is the server's message if it sent one with a status
 * below 500.
 */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly reason: string | undefined;
  readonly status: number | undefined;

  constructor(
    message: string,
    details: { reason?: string | undefined; status?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.reason = details.reason;
    this.status = details.status;
  }
}

/** Fetches all users as one file. @throws ExportError */
export async function exportUsers(format: ExportFormat, today = new Date()): Promise<UsersExport> {
  const { path, failure } = formats[format];
  try {
    const response = await fetchWithProof(path);
    if (!response.ok) throw new ExportError(failure, await readErrorBody(response));
    const blob = await response.blob();
    const fileName =
      exportFileName(response.headers.get('content-disposition')) ??
      `users-export-${today.toISOString().slice(0, 10)}.${format}`;
    return { blob, fileName, summary: await summarize(format, blob) };
  } catch (error) {
    if (error instanceof ExportError) throw error;
    throw new ExportError(failure, {}, { cause: error });
  }
}

/** The dated name from the response header. Names of any other form are ignored. */
export function exportFileName(contentDisposition: string | null): string | undefined {
  return /filename="?(users-export-\d{4}-\d{2}-\d{2}\.(?:json|csv))"?/.exec(contentDisposition ?? '')?.[1];
}

/** Reads only the totals at the start, because the file may be too large to hold as text. */
async function summarize(format: ExportFormat, blob: Blob): Promise<string> {
  if (format === 'csv') return '';
  const head = await blob.slice(0, 300).text();
  const [, users, applications] = /"totalUsers":(\d+),"totalKycApplications":(\d+)/.exec(head) ?? [];
  if (users === undefined) throw new Error('The response is not an export');
  return `${grouped(users)} users and ${grouped(applications)} KYC applications`;
}

const grouped = (digits: string | undefined) => Number(digits).toLocaleString('en-US');

const errorBody = z.object({ message: z.string() }).partial();

/** The status of an error response and, below 500, its message. The response of a proxy may contain no message. */
export async function readErrorBody(response: Response) {
  const { status } = response;
  const text = await response.text();
  try {
    const { message } = errorBody.parse(JSON.parse(text));
    return { status, reason: status < 500 ? message : undefined };
  } catch {
    return { status };
  }
}
