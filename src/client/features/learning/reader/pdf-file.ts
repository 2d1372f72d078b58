import { PDFDataRangeTransport, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DownloadError, downloadErrorOf } from '../../../lib/download-file.ts';
import { loadPdf } from '../../../lib/load-pdf.ts';

/** The number of bytes of the first request. The other parts of a larger PDF are fetched only when they are needed. */
const firstBytes = 1024 * 1024;
const partBytes = 512 * 1024;

type Part = { bytes: Uint8Array<ArrayBuffer>; total: number; etag: string | null };

/**
 * Opens a PDF from a URL that checks access on each request. Scripts in the PDF do not run.
 * @param signal - its abort closes the PDF
 * @param onLost - called when a later part could not be fetched, for example because the file was replaced
 * @throws DownloadError when the server responds with an error; TypeError without a response; a pdf.js error for bytes
 * that are not a PDF
 */
export async function openPdfFile(
  url: string,
  { signal, onLost }: { signal: AbortSignal; onLost: (error: unknown) => void },
): Promise<PDFDocumentProxy> {
  const first = await fetchPart(url, 0, firstBytes, { signal });
  const isWhole = first.bytes.length >= first.total;
  const controller = new AbortController();
  const loading = loadPdf(
    isWhole
      ? { data: first.bytes }
      : { range: new PartTransport(url, first, controller.signal, onLost), rangeChunkSize: partBytes },
  );
  const close = () => {
    controller.abort();
    void loading.destroy();
  };
  signal.addEventListener('abort', close, { once: true });
  return loading.promise;
}

/** Passes requested parts to pdf.js, all from the same version of the file. */
class PartTransport extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #etag: string | null;
  readonly #signal: AbortSignal;
  readonly #onLost: (error: unknown) => void;

  constructor(url: string, first: Part, signal: AbortSignal, onLost: (error: unknown) => void) {
    super(first.total, first.bytes);
    this.#url = url;
    this.#etag = first.etag;
    this.#signal = signal;
    this.#onLost = onLost;
  }

  override requestDataRange(begin: number, end: number): void {
    fetchPart(this.#url, begin, end, { etag: this.#etag, signal: this.#signal }).then(
      ({ bytes }) => this.onDataRange(begin, bytes),
      (error: unknown) => {
        if (!this.#signal.aborted) this.#onLost(error);
      },
    );
  }
}

/** @param end - the offset after the last byte; the file may be shorter */
async function fetchPart(
  url: string,
  begin: number,
  end: number,
  { etag, signal }: { etag?: string | null; signal: AbortSignal },
): Promise<Part> {
  const response = await fetch(url, {
    credentials: 'same-origin',
    headers: { range: `bytes=${begin}-${end - 1}`, ...(etag && { 'if-range': etag }) },
    signal,
  });
  if (!response.ok) throw await downloadErrorOf(response);
  // A complete file instead of a part means that the file has changed (RFC 9110 §13.1.5).
  if (begin > 0 && response.status !== 206) {
    await response.body?.cancel();
    throw new DownloadError('This PDF was replaced by a new version. Load it again.');
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return {
    bytes,
    total: total === undefined ? bytes.length : Number(total),
    etag: response.headers.get('etag'),
  };
}
