import { readFileName } from '../../lib/download-file.ts';
import { fetchWithStepUp, readErrorBody } from '../../lib/fetch-with-step-up.ts';

/**
 * A failed export. `message` is for the user. `reason` is the message from the server, if the server sent one with a
 * status below 500.
 */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly reason: string | undefined;

  constructor(message: string, { reason, cause }: { reason?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.reason = reason;
  }
}

/**
 * Fetches an exported file.
 * @param failure - the message of the `ExportError`
 * @param fallbackName - the file name if the server sends none
 * @throws ExportError
 */
export async function fetchExport(
  url: string,
  failure: string,
  fallbackName: string,
): Promise<{ blob: Blob; fileName: string }> {
  try {
    const response = await fetchWithStepUp(url);
    if (!response.ok) throw new ExportError(failure, { reason: await reasonOf(response) });
    return {
      // Reads the complete body, so that a truncated response fails.
      blob: await response.blob(),
      fileName: readFileName(response.headers.get('content-disposition')) ?? fallbackName,
    };
  } catch (error) {
    if (error instanceof ExportError) throw error;
    throw new ExportError(failure, { cause: error });
  }
}

async function reasonOf(response: Response): Promise<string | undefined> {
  const { message } = await readErrorBody(response);
  return response.status < 500 && typeof message === 'string' ? message : undefined;
}
