import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DocumentFrame, type FrameAction, initialView, viewActions } from './document-frame.tsx';
import { type OpenPdf, openPdf } from './pdf-pages.ts';

export type DocumentPdfProps = {
  bytes: Blob;
  description: string;
  onDrawn: () => void;
  onFailed: () => void;
};

/** The width of the border on each side of the frame, in CSS pixels. */
const border = 1;

/** The pages of a PDF, one at a time, with zoom and rotation. Loaded lazily together with its PDF library. */
export function DocumentPdf({ bytes, description, onDrawn, onFailed }: DocumentPdfProps) {
  const [pdf, setPdf] = useState<OpenPdf>();
  const [page, setPage] = useState(1);
  const [view, setView] = useState(initialView);
  const [box, setBox] = useState({ width: 0, height: 0 });
  const canvas = useRef<HTMLCanvasElement>(null);
  const fail = useEffectEvent(onFailed);
  const reportDrawn = useEffectEvent(onDrawn);
  const pageCount = pdf?.pageCount ?? 0;

  useEffect(() => {
    let open: OpenPdf | undefined;
    let isOutdated = false;
    openPdf(bytes).then(
      (opened) => {
        if (isOutdated) {
          void opened.close();
          return;
        }
        open = opened;
        setPdf(opened);
      },
      () => {
        if (!isOutdated) fail();
      },
    );
    return () => {
      isOutdated = true;
      void open?.close();
    };
  }, [bytes]);

  useEffect(() => {
    const frame = canvas.current?.closest('[role="group"]');
    if (!(frame instanceof HTMLElement)) return;
    // Measures the frame itself, because scroll bars inside it come and go.
    const observer = new ResizeObserver(() =>
      setBox({ width: frame.offsetWidth - 2 * border, height: frame.offsetHeight - 2 * border }),
    );
    observer.observe(frame);
    return () => observer.disconnect();
  }, []);

  const { zoom, turns } = view;
  useEffect(() => {
    const target = canvas.current;
    if (!pdf || !target || box.width === 0) return;
    const controller = new AbortController();
    pdf.draw(target, { page, box, zoom, turns, signal: controller.signal }).then(
      () => {
        if (!controller.signal.aborted) reportDrawn();
      },
      () => {
        if (!controller.signal.aborted) fail();
      },
    );
    return () => controller.abort();
  }, [pdf, page, box, zoom, turns]);

  const pageActions: FrameAction[] = [
    { key: 'p', label: 'Previous page', run: () => setPage(page - 1), disabled: page <= 1 },
    { key: 'n', label: 'Next page', run: () => setPage(page + 1), disabled: page >= pageCount },
  ];
  return (
    <DocumentFrame
      description={description}
      actions={[...(pageCount > 1 ? pageActions : []), ...viewActions(view, setView)]}
      note={
        <p role="status" className="text-sm text-muted tabular">
          {pdf ? `Page ${page} of ${pageCount}` : 'Opening the PDF...'}
        </p>
      }
    >
      {/* Uses margins instead of centering, so that oversized content can be scrolled in all directions. */}
      <div className="flex h-full w-full">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${description}, page ${page}`}
          className="m-auto max-w-none shrink-0"
        />
      </div>
    </DocumentFrame>
  );
}
