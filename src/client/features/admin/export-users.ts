import { usersExportView } from '../../../shared/admin.ts';

export type ExportFormat = 'json' | 'csv';

/** The calls of S1 §7 and the sentences of S1 §8. */
const formats = {
  json: { path: '/api/admin/export-users', failure: 'Failed to export data' },
  csv: { path: '/api/admin/export-users-csv', failure: 'Failed to export CSV data' },
} as const;

export type UsersExport = { blob: Blob; fileName: string; summary: string };

/** A refused or broken export; `message` is for the person, `reason` is the server's own word where it gave one. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly reason: string | undefined;
  readonly status: number | undefined;

  constructor(message: string, reason?: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.status = status;
  }
}

/** Fetches all users as one file (D-68). @throws ExportError */
export async function exportUsers(format: ExportFormat, today = new Date()): Promise<UsersExport> {
  const { path, failure } = formats[format];
  try {
    const response = await fetch(path, { credentials: 'same-origin' });
    if (!response.ok) throw new ExportError(failure, await readReason(response), response.status);
    const blob = await response.blob();
    const fileName =
      exportFileName(response.headers.get('content-disposition')) ??
      `users-export-${today.toISOString().slice(0, 10)}.${format}`;
    return { blob, fileName, summary: await summarise(format, blob) };
  } catch (error) {
    if (error instanceof ExportError) throw error;
    throw new ExportError(failure, undefined, undefined, { cause: error });
  }
}

/** The dated name that the server gives; a name of another form is not taken. */
export function exportFileName(contentDisposition: string | null): string | undefined {
  return /filename="?(users-export-\d{4}-\d{2}-\d{2}\.(?:json|csv))"?/.exec(contentDisposition ?? '')?.[1];
}

const totals = usersExportView.pick({ totalUsers: true, totalKycApplications: true });

async function summarise(format: ExportFormat, blob: Blob): Promise<string> {
  if (format === 'csv') return '';
  const { totalUsers, totalKycApplications } = totals.parse(JSON.parse(await blob.text()));
  return `${totalUsers} users and ${totalKycApplications} KYC applications`;
}

/** D-3: `{ message }`; a proxy in between may answer anything. */
async function readReason(response: Response): Promise<string | undefined> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    const message: unknown =
      typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : undefined;
    return response.status < 500 && typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Hands the file to the browser's own downloads. */
export function saveFile({ blob, fileName }: Pick<UsersExport, 'blob' | 'fileName'>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
