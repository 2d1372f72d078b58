import { useEffect, useState } from 'react';
import { fetchWithStepUp, readErrorBody } from '../../../lib/fetch-with-step-up.ts';

/** `url` is an object URL of the bytes. The other states say why there is no URL. */
export type DocumentFile =
  | { status: 'loading' }
  | { status: 'ready'; url: string; bytes: Blob }
  | { status: 'failed'; title: string; detail: string; canRetry: boolean };

/**
 * Fetches one side of an identity document once, and again only on `reload`, because each fetch is audited. A failed
 * fetch is reported with its reason.
 */
export function useDocumentFile(url: string): { file: DocumentFile; reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [file, setFile] = useState<DocumentFile>({ status: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches the document again
  useEffect(() => {
    const controller = new AbortController();
    let shown: string | undefined;
    setFile({ status: 'loading' });
    void readDocument(url, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if ('status' in result) {
        setFile(result);
        return;
      }
      shown = URL.createObjectURL(result);
      setFile({ status: 'ready', url: shown, bytes: result });
    });
    return () => {
      controller.abort();
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [url, attempt]);

  return { file, reload: () => setAttempt(attempt + 1) };
}

async function readDocument(url: string, signal: AbortSignal): Promise<Blob | DocumentFile> {
  try {
    const response = await fetchWithStepUp(url, { signal });
    if (response.ok) return await response.blob();
    return documentFailure(response.status, (await readErrorBody(response)).code);
  } catch {
    // No response, or the connection broke off.
    return documentFailure(undefined);
  }
}

/**
 * The message for a response without the document.
 * @param status - undefined when there was no response
 * @param code - the error code of the response, if any
 */
export function documentFailure(status: number | undefined, code?: unknown): DocumentFile {
  const failure = (detail: string) =>
    ({ status: 'failed', title: 'Unable to load document image', detail, canRetry: true }) as const;
  if (code === 'step_up_required')
    return failure('You have opened many documents since you last confirmed that it is you.');
  if (status === 429) return failure('Too many documents are being loaded. Try again in a few seconds.');
  if (status === 401 || status === 403)
    return failure('Admin session expired. Please refresh and try again.');
  if (status === 404 || status === 410) {
    const detail = 'The file was erased or never arrived.';
    return { status: 'failed', title: 'Document not available', detail, canRetry: false };
  }
  return failure(
    status === undefined
      ? 'The academy cannot be reached. Check your connection.'
      : 'File storage is not responding right now.',
  );
}
