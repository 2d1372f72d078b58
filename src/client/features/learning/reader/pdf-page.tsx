import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import './pdf-text.css';

export type PdfPageProps = {
  pdf: PDFDocumentProxy;
  /** The page number, from 1. */
  number: number;
  /** CSS pixels. */
  width: number;
  /** Height divided by width; an estimate until `onRatio` was called. */
  ratio: number;
  /** Minimum height of the element around the page, in CSS pixels. */
  minHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Called before the page is rendered, with its height divided by its width. */
  onRatio: (ratio: number) => void;
  /** The URL of an image of the page, shown until the page is rendered. */
  picture?: string | undefined;
};

/** Pages up to this distance from the visible part of the scroller are rendered; pages farther away are released. */
const preloadMargin = '75% 0px';

/** One page: rendered near the visible part of the scroller, otherwise an empty sheet of its size. */
export function PdfPage({ pdf, number, width, ratio, minHeight, scroller, onRatio, picture }: PdfPageProps) {
  const sheet = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [failed, setFailed] = useState(false);
  const reportRatio = useEffectEvent(onRatio);

  useEffect(() => {
    const target = sheet.current;
    if (!target) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: preloadMargin,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [scroller]);

  useEffect(() => {
    const target = canvas.current;
    const textLayer = text.current;
    if (!near || !target || !textLayer) return;
    const controller = new AbortController();
    const { signal } = controller;
    setFailed(false);
    // Imported on demand, to keep pdf.js, which is large, out of the page's own code.
    import('./draw-page.ts')
      .then(({ drawPage }) =>
        drawPage(pdf, { canvas: target, text: textLayer }, { number, width, signal, onRatio: reportRatio }),
      )
      .catch(() => {
        if (!signal.aborted) setFailed(true);
      });
    return () => controller.abort();
  }, [pdf, number, width, near]);

  return (
    <section
      ref={sheet}
      data-page={number}
      aria-label={`Page ${number}`}
      // Disables transitions, because sizes are measured right after they are set. With reduced motion, the style sheet
      // sets a transition of 0.01 ms on every element, even if it had none.
      className="mx-auto pt-3 transition-none last:pb-3"
      style={{ width, minHeight }}
    >
      <div
        className="relative bg-white shadow-float transition-none dark:brightness-85"
        style={{ height: Math.round(width * ratio) }}
      >
        {near && (
          <>
            <div aria-hidden="true" className="h-full">
              {/* Behind the canvas, which is transparent until the page is rendered. */}
              {picture && <img src={picture} alt="" className="absolute w-full" />}
              <canvas ref={canvas} className="relative block h-full w-full" />
            </div>
            <div ref={text} />
          </>
        )}
        {failed && (
          <p role="alert" className="absolute inset-x-4 top-4 rounded-control bg-danger-soft p-3 text-danger">
            Page {number} could not be shown. Download the PDF to see it.
          </p>
        )}
      </div>
    </section>
  );
}
