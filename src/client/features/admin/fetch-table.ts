import { readFileName } from '../../lib/download-file.ts';
import { fetchWithProof } from '../../lib/fetch-with-proof.ts';
import { ExportError, readErrorBody } from './dashboard/export-users.ts';

const failure = 'Failed to export CSV data';

/** Fetches a filtered admin table as a CSV file. @throws ExportError */
export async function fetchTable(
  path: string,
  filter: Record<string, string>,
  name: string,
  today = new Date(),
): Promise<{ blob: Blob; fileName: string }> {
  try {
    const response = await fetchWithProof(`${path}?${new URLSearchParams(filter)}`);
    if (!response.ok) throw new ExportError(failure, await readErrorBody(response));
    return {
      // Reads the complete body, so that a truncated response fails.
      blob: await response.blob(),
      fileName:
        readFileName(response.headers.get('content-disposition')) ??
        `${name}-${today.toISOString().slice(0, 10)}.csv`,
    };
  } catch (error) {
    if (error instanceof ExportError) throw error;
    throw new ExportError(failure, {}, { cause: error });
  }
}
